import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { replaceSections } from '../index/section-store.ts';
import { addDocument, toSectionDraft } from '../testing/add-document.ts';
import { createPassageSearch } from './create-passage-search.ts';
import type { SearchQuery } from './passage.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const underHeading = (text: string, ...headingPath: string[]) => ({ text, headingPath });

describe.each(TEST_ENGINES)('search by sections on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await addDocument(database.db, {
      title: 'Visits',
      passages: [
        underHeading('Everything on paid trips and who pays for them.', 'Visits'),
        underHeading('The college covers travel and meals.', 'Visits', 'What is paid for?'),
        underHeading('It may pay for two relatives.', 'Visits', 'What is paid for?'),
        underHeading('Bring comfortable shoes.', 'Visits', 'What do I pack?'),
        underHeading('Parking costs nine dollars.', 'Parking'),
      ],
      sections: [
        {
          heading: 'What is paid for?',
          text: 'The college covers travel and meals. It may pay for two relatives.',
          questions: {
            en: ['who pays for the trip', 'does my dad fly for free'],
            es: ['quién paga el viaje', 'mi papá vuela gratis'],
          },
          translations: [
            {
              language: 'es',
              title: 'Visitas',
              heading: '¿Qué se paga?',
              text: 'La universidad cubre el viaje y las comidas.',
            },
          ],
        },
        {
          heading: 'What do I pack?',
          text: 'Bring comfortable shoes.',
          questions: { en: ['what should i wear', 'clothes for campus'], es: ['qué ropa llevo'] },
        },
      ],
    });
    await addDocument(database.db, {
      title: 'Shuttle',
      passages: [underHeading('The night shuttle leaves the library at ten.', 'Shuttle', 'Times')],
    });
    const topic = { heading: 'Weather', title: '', questions: { en: ['will it rain tomorrow'] } };
    await database.db
      .transaction()
      .execute((trx) => replaceSections(trx, undefined, [toSectionDraft(topic)]));
  });
  afterAll(() => database.close());

  const search = async (query: Partial<SearchQuery> & { question: string }) =>
    createPassageSearch({ db: database.db, embeddings: undefined, log }).search(
      { limit: 8, ...query },
      signal,
    );
  const listTexts = async (query: Parameters<typeof search>[0]) =>
    (await search(query)).hits.map(({ passage }) => passage.text);

  test('a section is found by what people ask, and is there as a whole, in reading order', async () => {
    const { hits, isAbsent } = await search({ question: 'does dad fly for free?' });
    expect(isAbsent).toBe(false);
    expect(hits.slice(0, 2).map(({ passage }) => passage.text)).toEqual([
      'The college covers travel and meals.',
      'It may pay for two relatives.',
    ]);
    expect(hits[0]?.section).toBe(hits[1]?.section);
    expect(hits[0]?.probability).toBeGreaterThan(hits[2]?.probability ?? 0);
  });

  test('an introduction that names the words is no answer of its own', async () => {
    expect(await listTexts({ question: 'paid trips, who pays for them' })).not.toContain(
      'Everything on paid trips and who pays for them.',
    );
  });

  test('a section without known questions is found beside those with them', async () => {
    const [first] = await listTexts({ question: 'how many dollars for parking' });
    expect(first).toBe('Parking costs nine dollars.');
  });

  test('a source without known questions is found beside those with them', async () => {
    const [first] = await listTexts({ question: 'When does the night shuttle leave the library?' });
    expect(first).toBe('The night shuttle leaves the library at ten.');
  });

  test('a topic that no source holds is told, with what comes nearest', async () => {
    const { hits, isAbsent } = await search({ question: 'will it rain tomorrow' });
    expect(isAbsent).toBe(true);
    expect(hits.every(({ probability }) => probability < 0.5)).toBe(true);
  });

  test('the question before says what a short one is about', async () => {
    const packing = { question: 'and the clothes?', asked: 'and the clothes?' };
    const [alone] = await listTexts({
      question: 'and for relatives?',
      asked: 'and for relatives?',
    });
    const [after] = await listTexts({ ...packing, earlier: ['what should i wear'] });
    expect([alone, after]).toEqual([
      'The college covers travel and meals.',
      'Bring comfortable shoes.',
    ]);
  });

  test('in Spanish a section is found by Spanish questions and read in its translation', async () => {
    const { hits, terms } = await search({ question: '¿mi papá vuela gratis?', language: 'es' });
    expect(hits[0]?.passage).toMatchObject({
      language: 'es',
      headingPath: ['Visits', '¿Qué se paga?'],
      text: 'La universidad cubre el viaje y las comidas.',
      source: { title: 'Visitas' },
    });
    expect(terms.every(({ idf }) => idf > 0)).toBe(true);
    const untranslated = await search({ question: 'qué ropa llevo', language: 'es' });
    expect(untranslated.hits[0]?.passage).toMatchObject({
      language: 'en',
      text: 'Bring comfortable shoes.',
    });
  });

  test('where only some sources are asked, known questions of others find nothing', async () => {
    const [{ id } = { id: '' }] = await database.db
      .selectFrom('passages')
      .select('document_id as id')
      .where('title', '=', 'Shuttle')
      .execute();
    const texts = await listTexts({
      question: 'who pays for the night trip',
      sourceIds: [id ?? ''],
    });
    expect(texts).toEqual(['The night shuttle leaves the library at ten.']);
  });
});
