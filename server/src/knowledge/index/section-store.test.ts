import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { addDocument, type TestSection, toSectionDraft } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { toTermsIn } from '../words/to-terms.ts';
import { embedMissing } from './embed-missing.ts';
import { replacePassages } from './passage-store.ts';
import { recountNext } from './recount-words.ts';
import { replaceSections } from './section-store.ts';

const log = pino({ level: 'silent' });

const CALLS: TestSection = {
  heading: 'When may coaches call?',
  text: 'Coaches may call from June 15.',
  questions: { en: ['when can coaches call me', 'are calls allowed'], es: ['¿Cuándo me llaman?'] },
  translations: [
    {
      language: 'es',
      title: 'Contactos',
      heading: '¿Cuándo pueden llamar?',
      text: 'Pueden llamar.',
    },
  ],
};
const VISITS: TestSection = {
  heading: 'What is a visit?',
  text: 'A visit is a trip.',
  questions: { en: ['do they pay my trip'] },
};
const PASSAGES = [
  { text: 'Welcome.', headingPath: ['Contact'] },
  { text: 'Coaches may call from June 15.', headingPath: ['Contact', CALLS.heading] },
  { text: 'A visit is a trip.', headingPath: ['Contact', VISITS.heading] },
];

describe.each(TEST_ENGINES)('sections on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('documents').execute();
    await database.db.deleteFrom('sections').execute();
  });
  afterAll(() => database.close());

  const add = (sections: readonly TestSection[]) =>
    addDocument(database.db, { passages: PASSAGES, sections });
  const replace = (documentId: string | undefined, sections: readonly TestSection[]) =>
    database.db
      .transaction()
      .execute((trx) =>
        replaceSections(
          trx,
          documentId === undefined ? undefined : { kind: 'document', id: documentId },
          sections.map(toSectionDraft),
        ),
      );
  const readSections = () =>
    database.db
      .selectFrom('sections')
      .select(['id', 'heading'])
      .orderBy('document_id')
      .orderBy('ordinal')
      .execute();
  /** The headings under which the passages are filed, in their order. */
  const readFiled = async () => {
    const rows = await database.db
      .selectFrom('passages as p')
      .leftJoin('sections as s', 's.id', 'p.section_id')
      .select('s.heading')
      .orderBy('p.ordinal')
      .execute();
    return rows.map(({ heading }) => heading);
  };
  const readTerms = async (language: string) => {
    const rows = await database.db
      .selectFrom('section_terms')
      .selectAll()
      .where('language', '=', language)
      .orderBy('section_id')
      .orderBy('term')
      .execute();
    return rows.map(({ language: _language, ...row }) => row);
  };
  /** What the index should hold of one section: its terms with their counts. */
  const countOf = (id: number | undefined, language: string, text: string) => {
    const terms = toTermsIn(language, text);
    return [...new Set(terms)]
      .map((term) => ({
        term,
        section_id: id,
        frequency: terms.filter((other) => other === term).length,
        section_length: terms.length,
      }))
      .toSorted((a, b) => (a.term < b.term ? -1 : 1));
  };
  const embed = () =>
    embedMissing(
      { db: database.db, embeddings: createLetterModel(), ready: undefined, log },
      {},
      new AbortController().signal,
    );
  const readCentres = async () => {
    const rows = await database.db
      .selectFrom('section_embeddings')
      .select('section_id')
      .orderBy('section_id')
      .execute();
    return rows.map((row) => row.section_id);
  };

  test('are stored with questions and translations, and passages are filed under them', async () => {
    const documentId = await add([CALLS, VISITS]);
    const rows = await database.db.selectFrom('sections').selectAll().orderBy('ordinal').execute();
    expect(rows).toEqual([
      expect.objectContaining({ ...pick(CALLS), document_id: documentId, title: 'Guide' }),
      expect.objectContaining({ ...pick(VISITS), document_id: documentId, site_id: null }),
    ]);
    const questions = await database.db
      .selectFrom('known_questions')
      .selectAll()
      .where('section_id', '=', rows[0]?.id ?? 0)
      .orderBy('language')
      .orderBy('ordinal')
      .execute();
    expect(questions.map(({ section_id: _id, ...row }) => row)).toEqual([
      {
        language: 'en',
        ordinal: 0,
        origin: 'written',
        question: 'when can coaches call me',
        sentence: null,
      },
      {
        language: 'en',
        ordinal: 1,
        origin: 'written',
        question: 'are calls allowed',
        sentence: null,
      },
      {
        language: 'es',
        ordinal: 0,
        origin: 'written',
        question: '¿Cuándo me llaman?',
        sentence: null,
      },
    ]);
    expect(await database.db.selectFrom('section_translations').selectAll().execute()).toEqual([
      { section_id: rows[0]?.id, ...CALLS.translations?.[0] },
    ]);
    expect(await readFiled()).toEqual([null, CALLS.heading, VISITS.heading]);
  });

  test('are found by the words of title, heading, text and questions, each language by its own', async () => {
    await add([CALLS, VISITS]);
    const [calls, visits] = await readSections();
    expect(await readTerms('en')).toEqual([
      ...countOf(
        calls?.id,
        'en',
        'Guide When may coaches call? Coaches may call from June 15. when can coaches call me are calls allowed',
      ),
      ...countOf(visits?.id, 'en', 'Guide What is a visit? A visit is a trip. do they pay my trip'),
    ]);
    expect(await readTerms('es')).toEqual(
      countOf(
        calls?.id,
        'es',
        'Contactos ¿Cuándo pueden llamar? Pueden llamar. ¿Cuándo me llaman?',
      ),
    );
  });

  test('keep id and centre while their English questions stay the same', async () => {
    const documentId = await add([CALLS, VISITS]);
    await embed();
    const before = await readSections();
    const [calls, visits] = before.map(({ id }) => id);
    expect(await readCentres()).toEqual([calls, visits]);
    const spanish = { ...CALLS.questions, es: ['¿Me pueden llamar?'] };
    await replace(documentId, [
      { ...VISITS, text: 'A visit is a journey.' },
      { ...CALLS, questions: spanish },
    ]);
    expect(await readSections()).toEqual(before.toReversed());
    expect(await readCentres()).toEqual([calls, visits]);
    await replace(documentId, [{ ...CALLS, questions: { en: ['are calls allowed'] } }, VISITS]);
    expect(await readSections()).toEqual(before);
    expect(await readCentres()).toEqual([visits]);
  });

  test('that are gone take everything along, and passages stay', async () => {
    const documentId = await add([CALLS, VISITS]);
    await embed();
    const renamed = { ...CALLS, heading: 'When may coaches phone?' };
    const before = await readSections();
    await replace(documentId, [renamed, VISITS]);
    const after = await readSections();
    expect(after.map(({ heading }) => heading)).toEqual([renamed.heading, VISITS.heading]);
    expect(after[1]).toEqual(before[1]);
    expect(await readCentres()).toEqual([before[1]?.id]);
    expect(await readFiled()).toEqual([null, null, VISITS.heading]);
    const terms = await database.db
      .selectFrom('section_terms')
      .select('section_id')
      .distinct()
      .orderBy('section_id')
      .execute();
    expect(new Set(terms.map((row) => row.section_id))).toEqual(new Set(after.map(({ id }) => id)));
    await replace(documentId, []);
    expect(await readTerms('en')).toEqual([]);
    expect(await readFiled()).toEqual([null, null, null]);
  });

  test('take the passages that are stored later under the same heading', async () => {
    const documentId = await add([CALLS, VISITS]);
    const passages = PASSAGES.map((passage, ordinal) => ({
      ordinal,
      title: 'Guide',
      page: null,
      pageLabel: null,
      url: null,
      ...passage,
      text: `${passage.text} Indeed.`,
    }));
    await database.db
      .transaction()
      .execute((trx) => replacePassages(trx, { kind: 'document', id: documentId }, passages));
    expect(await readFiled()).toEqual([null, CALLS.heading, VISITS.heading]);
  });

  test('[DOC-10] go with their document, all of them', async () => {
    const documentId = await add([CALLS, VISITS]);
    await add([VISITS]);
    await embed();
    await database.db.deleteFrom('documents').where('id', '=', documentId).execute();
    const [left, ...others] = await readSections();
    expect(others).toEqual([]);
    for (const table of [
      'known_questions',
      'section_translations',
      'section_terms',
      'section_embeddings',
    ] as const) {
      const rows = await database.db.selectFrom(table).select('section_id').distinct().execute();
      expect(rows).toEqual(table === 'section_translations' ? [] : [{ section_id: left?.id }]);
    }
  });

  test('without a source are topics of their own, beside those of documents', async () => {
    const documentId = await add([CALLS]);
    const topic = {
      heading: 'Rowing',
      title: '',
      questions: { en: ['can i row'], es: ['¿Remo?'] },
    };
    await replace(undefined, [topic]);
    await embed();
    const [calls, rowing] = await readSections();
    expect(rowing?.heading).toBe('Rowing');
    expect(await readCentres()).toEqual([calls?.id, rowing?.id]);
    expect(await readTerms('es')).toEqual([
      ...(await readTerms('es')).filter(({ section_id }) => section_id === calls?.id),
      ...countOf(rowing?.id, 'es', '¿Remo?'),
    ]);
    await replace(undefined, []);
    expect(await readSections()).toEqual([calls]);
    await replace(undefined, [topic]);
    await replace(documentId, []);
    expect((await readSections()).map(({ heading }) => heading)).toEqual(['Rowing']);
  });

  test('are counted anew with their source when the rules of counting change', async () => {
    await add([CALLS, VISITS]);
    const [before, spanish] = [await readTerms('en'), await readTerms('es')];
    await database.db.updateTable('section_terms').set({ term: 'oldstem', frequency: 1 }).execute();
    await database.db.updateTable('documents').set({ terms_version: 0 }).execute();
    expect(await recountNext(database.db, 'documents')).toBe(true);
    expect(await readTerms('en')).toEqual(before);
    expect(await readTerms('es')).toEqual(spanish);
  });
});

function pick({ heading, text }: TestSection) {
  return { heading, text };
}
