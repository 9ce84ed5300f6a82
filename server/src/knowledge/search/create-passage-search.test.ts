import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { embedMissingPassages } from '../index/vector-store.ts';
import { addDocument } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { toTerms } from '../words/to-terms.ts';
import { createPassageSearch } from './create-passage-search.ts';
import { listSections } from './list-sections.ts';
import type { SearchQuery } from './passage.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

/** BM25 as the textbook has it, over everything in memory. */
function scoreNaively(texts: readonly string[], question: string): number[] {
  const documents = texts.map((text) => toTerms(`Guide\n${text}`));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  return documents.map((document) =>
    [...new Set(toTerms(question))].reduce((score, term) => {
      const holding = documents.filter((other) => other.includes(term)).length;
      const idf = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
      const frequency = document.filter((other) => other === term).length;
      const norm = 1.2 * (1 - 0.75 + (0.75 * document.length) / average);
      return score + (idf * frequency * 2.2) / (frequency + norm);
    }, 0),
  );
}

describe.each(TEST_ENGINES)('passage search on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(() => database.db.deleteFrom('documents').execute());
  afterAll(() => database.close());

  const searchWords = () => createPassageSearch({ db: database.db, embeddings: undefined, log });
  const findTexts = async (question: string, tags?: string[]) => {
    const { hits } = await searchWords().search({ question, limit: 10, tags }, signal);
    return hits.map(({ passage }) => passage.text);
  };

  test('[CHAT-11] what documents call otherwise is found by what families call it, behind what says it as they do', async () => {
    await addDocument(database.db, {
      passages: [
        { text: 'The bus leaves from the gym at noon.' },
        { text: 'Every parent signs the form.' },
        { text: 'Every mom signs the form.' },
      ],
    });
    expect(await findTexts('mom')).toEqual([
      'Every mom signs the form.',
      'Every parent signs the form.',
    ]);
    expect((await findTexts('does my mom sign'))[0]).toBe('Every mom signs the form.');
  });

  test('scores exactly as BM25 does', async () => {
    const word = fc.constantFrom('grant', 'loan', 'aid', 'visit', 'coach', 'the', 'essay', 'gpa');
    const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((given) => given.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 8 }),
        words,
        async (texts, question) => {
          await database.db.deleteFrom('documents').execute();
          await addDocument(database.db, { passages: texts.map((text) => ({ text })) });
          const { hits } = await searchWords().search({ question, limit: 100 }, signal);
          const expected = scoreNaively(texts, question);
          const found = new Map(hits.map(({ passage, bm25 }) => [passage.ordinal, bm25]));
          expected.forEach((score, ordinal) => {
            expect(found.get(ordinal) ?? 0).toBeCloseTo(score, 8);
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  test('[CHAT-11] returns passages with where they stand and what their source is', async () => {
    const id = await addDocument(database.db, {
      title: 'Aid guide',
      tags: ['aid'],
      passages: [
        { text: 'Tuition is due in May.' },
        {
          text: 'A grant is free money.',
          headingPath: ['Aid', 'Grants'],
          page: 3,
          pageLabel: 'iii',
          pageTurns: [{ start: 8, page: 4, pageLabel: 'iv' }],
        },
      ],
    });
    const { hits } = await searchWords().search({ question: 'What is a grant?', limit: 1 }, signal);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({
      cosine: null,
      passage: {
        ordinal: 1,
        headingPath: ['Aid', 'Grants'],
        page: 3,
        pageLabel: 'iii',
        pageTurns: [{ start: 8, page: 4, pageLabel: 'iv' }],
        text: 'A grant is free money.',
        source: {
          kind: 'document',
          id,
          title: 'Aid guide',
          url: 'https://example.com/guide',
          authority: 'Department',
          asOf: '2026-06-01',
          tags: ['aid'],
        },
      },
    });
  });

  test('returns the weight of every word of the question, none for stop words', async () => {
    await addDocument(database.db, { passages: [{ text: 'loan' }, { text: 'loan grant' }] });
    const { terms } = await searchWords().search(
      { question: 'the loan, the yacht', limit: 5 },
      signal,
    );
    expect(terms.map(({ term, documentFrequency }) => [term, documentFrequency])).toEqual([
      ['loan', 2],
      ['yacht', 0],
      ['the', 0],
    ]);
    const [loan, yacht, the] = terms.map(({ idf }) => idf);
    expect(yacht).toBeGreaterThan(loan ?? 0);
    expect(the).toBe(0);
  });

  test('finds words in the title and in the nearest heading', async () => {
    await addDocument(database.db, { title: 'Visits', passages: [{ text: 'Two days.' }] });
    await addDocument(database.db, { passages: [{ text: 'Ten.', headingPath: ['A', 'Camps'] }] });
    expect(await findTexts('visits')).toEqual(['Two days.']);
    expect(await findTexts('camps')).toEqual(['Ten.']);
  });

  test('keeps to sources with one of the tags, and to no others', async () => {
    await addDocument(database.db, { tags: ['sport', 'd1'], passages: [{ text: 'Sport visit.' }] });
    await addDocument(database.db, { tags: ['aid'], passages: [{ text: 'Aid visit.' }] });
    await addDocument(database.db, { passages: [{ text: 'Any visit.' }] });
    expect(await findTexts('visit', ['d1', 'none'])).toEqual(['Sport visit.']);
    expect((await findTexts('visit')).length).toBe(3);
    expect(await findTexts('visit', ['none'])).toEqual([]);
  });

  test('keeps to the sources named, and to none when none is', async () => {
    const first = await addDocument(database.db, {
      tags: ['a'],
      passages: [{ text: 'First visit.' }],
    });
    await addDocument(database.db, { tags: ['a'], passages: [{ text: 'Second visit.' }] });
    const find = async (filter: Pick<SearchQuery, 'sourceIds' | 'tags'>) => {
      const { hits } = await searchWords().search(
        { question: 'visit', limit: 10, ...filter },
        signal,
      );
      return hits.map(({ passage }) => passage.text);
    };
    expect(await find({ sourceIds: [first] })).toEqual(['First visit.']);
    expect(await find({ sourceIds: [first], tags: ['b'] })).toEqual([]);
    expect(await find({ sourceIds: ['no id'] })).toEqual([]);
    expect(await find({ sourceIds: [] })).toEqual([]);
  });

  test('[DOC-10] no longer finds a document that was deleted, nor counts its words', async () => {
    const id = await addDocument(database.db, { passages: [{ text: 'Old visit rule.' }] });
    await addDocument(database.db, { passages: [{ text: 'New visit rule.' }] });
    const search = searchWords();
    expect((await search.search({ question: 'visit', limit: 5 }, signal)).hits).toHaveLength(2);
    await database.db.deleteFrom('documents').where('id', '=', id).execute();
    const { hits, terms } = await search.search({ question: 'visit', limit: 5 }, signal);
    expect(hits.map(({ passage }) => passage.text)).toEqual(['New visit rule.']);
    expect(terms[0]?.documentFrequency).toBe(1);
    const left = await database.db
      .selectFrom('passage_terms')
      .select('term')
      .where('term', '=', 'old')
      .execute();
    expect(left).toEqual([]);
  });

  test('finds nothing, without failing, in an empty collection or a question without words', async () => {
    expect(await findTexts('anything')).toEqual([]);
    await addDocument(database.db, { passages: [{ text: 'A visit.' }] });
    expect(await findTexts('what is it?')).toEqual([]);
    expect(await findTexts('')).toEqual([]);
  });

  test('the first section is there as a whole, in reading order', async () => {
    const headed = (text: string, heading: string) => ({ text, headingPath: ['Guide', heading] });
    await addDocument(database.db, {
      passages: [
        headed('zero', 'Visits'),
        headed('one tour', 'Visits'),
        headed('two', 'Visits'),
        headed('three tour', 'Money'),
      ],
    });
    const { hits } = await searchWords().search({ question: 'one tour', limit: 2 }, signal);
    const sections = listSections(hits).map((own) => own.map(({ passage }) => passage.text));
    expect(sections).toEqual([['zero', 'one tour', 'two'], ['three tour']]);
    expect(hits[0]?.passage.text).toBe('one tour');
  });

  describe('with vectors', () => {
    const embeddings = createLetterModel();
    const searchBoth = () => createPassageSearch({ db: database.db, embeddings, log });
    const embedAll = () => embedMissingPassages({ db: database.db, embeddings, log }, {}, signal);

    test('finds a passage that shares no word with the question', async () => {
      await addDocument(database.db, {
        title: '',
        passages: [{ text: 'silent' }, { text: 'grumpy dog' }],
      });
      await embedAll();
      const { hits } = await searchBoth().search({ question: 'listen', limit: 2 }, signal);
      expect(hits[0]?.passage.text).toBe('silent');
      expect(hits[0]?.cosine).toBeCloseTo(1, 5);
      expect(hits[0]?.bm25).toBe(0);
    });

    test('keeps to the tags', async () => {
      await addDocument(database.db, { tags: ['a'], passages: [{ text: 'silent' }] });
      await addDocument(database.db, { tags: ['b'], passages: [{ text: 'silent' }] });
      await embedAll();
      const query = { question: 'listen', limit: 5, tags: ['b'] };
      const { hits } = await searchBoth().search(query, signal);
      expect(hits.map(({ passage }) => passage.source.tags)).toEqual([['b']]);
    });

    test('works on words while vectors are missing, belong to another model, or the model fails', async () => {
      await addDocument(database.db, { passages: [{ text: 'A visit.' }] });
      const before = await searchBoth().search({ question: 'visit', limit: 5 }, signal);
      expect(before.hits.map(({ cosine }) => cosine)).toEqual([null]);
      await embedAll();
      const other = createPassageSearch({
        db: database.db,
        embeddings: createLetterModel('another'),
        log,
      });
      const foreign = await other.search({ question: 'visit', limit: 5 }, signal);
      expect(foreign.hits.map(({ cosine }) => cosine)).toEqual([null]);
      const broken = createPassageSearch({
        db: database.db,
        embeddings: { ...embeddings, embed: () => Promise.reject(new Error('no weights')) },
        log,
      });
      expect((await broken.search({ question: 'visit', limit: 5 }, signal)).hits).toHaveLength(1);
    });
  });

  test('stops when it is aborted', async () => {
    const aborted = AbortSignal.abort(new Error('gone'));
    await expect(searchWords().search({ question: 'visit', limit: 5 }, aborted)).rejects.toThrow(
      'gone',
    );
  });
});
