import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { addDocument, type TestSection } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { countMissing, removeOtherModels } from './embed-missing.ts';
import type { ReadyVectors } from './ready-vectors.ts';
import { embedMissingSections, joinQuestions } from './section-vector-store.ts';

const { signal } = new AbortController();

const sectionsOf = (count: number): TestSection[] =>
  Array.from({ length: count }, (_, index) => ({
    heading: `Section ${index}`,
    questions: { en: [`question ${'x'.repeat(index)}`, `another ${'y'.repeat(index)}`] },
  }));

describe.each(TEST_ENGINES)('filling in centres on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(() => database.db.deleteFrom('documents').execute());
  afterAll(() => database.close());

  const add = (sections: readonly TestSection[]) =>
    addDocument(database.db, { passages: [{ text: 'Text.' }], sections });
  const fill = (
    embeddings: EmbeddingModel,
    given: { scope?: { documentId?: string }; ready?: ReadyVectors; abort?: AbortSignal } = {},
  ) =>
    embedMissingSections(
      { db: database.db, embeddings, ready: given.ready },
      given.scope ?? {},
      given.abort ?? signal,
    );
  const readCentres = async () => {
    const rows = await database.db
      .selectFrom('section_embeddings as e')
      .innerJoin('sections as s', 's.id', 'e.section_id')
      .select(['s.heading', 'e.model', 'e.centre'])
      .orderBy('e.model')
      .orderBy('s.ordinal')
      .execute();
    return rows.map(({ heading, model, centre }) => ({
      heading,
      model,
      centre: JSON.parse(centre) as number[],
    }));
  };

  test("a centre is the mean of its English questions' vectors, and stays shorter than 1", async () => {
    const aid = { en: ['aab', 'Zebra', 'why'], es: ['ññ'] };
    await add([{ heading: 'Aid', questions: aid }]);
    const model = createLetterModel();
    const long: EmbeddingModel = {
      ...model,
      embed: async (texts, inner) =>
        (await model.embed(texts, inner)).map((vector) => vector.map((value) => 3 * value)),
    };
    expect(await fill(long)).toBe(1);
    const vectors = await createLetterModel().embed(aid.en, signal);
    const [stored, ...others] = await readCentres();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ heading: 'Aid', model: 'letters' });
    const { centre = [] } = stored ?? {};
    for (const [index, value] of centre.entries()) {
      const sum = vectors.reduce((total, vector) => total + (vector[index] ?? 0), 0);
      expect(value).toBeCloseTo(sum / vectors.length, 5);
    }
    expect(Math.hypot(...centre)).toBeLessThan(0.9);
  });

  test('every section that has English questions gets one for each model, once', async () => {
    await add([...sectionsOf(20), { heading: 'Spanish alone', questions: { es: ['¿Qué?'] } }]);
    expect(await countMissing(database.db, 'letters', {})).toEqual({
      passages: 1,
      sections: 20,
      texts: 41,
    });
    expect(await fill(createLetterModel())).toBe(20);
    const again = createLetterModel();
    expect(await fill(again)).toBe(0);
    expect(again.embedded).toEqual([]);
    expect(await fill(createLetterModel('another'))).toBe(20);
    expect(await countMissing(database.db, 'letters', {})).toMatchObject({ sections: 0, texts: 1 });
    expect(await removeOtherModels(database.db, 'another')).toBe(20);
    expect((await readCentres()).every(({ model }) => model === 'another')).toBe(true);
  });

  test('keeps to one document when asked', async () => {
    const documentId = await add(sectionsOf(3));
    await add(sectionsOf(5));
    expect(await countMissing(database.db, 'letters', { documentId })).toMatchObject({
      sections: 3,
    });
    expect(await fill(createLetterModel(), { scope: { documentId } })).toBe(3);
  });

  test('goes on where it was stopped', async () => {
    await add(sectionsOf(20));
    const abort = new AbortController();
    const letters = createLetterModel();
    const interrupted: EmbeddingModel = {
      ...letters,
      embed(given, inner) {
        if (letters.embedded.length >= 20) abort.abort(new Error('stopped'));
        return letters.embed(given, inner);
      },
    };
    await expect(fill(interrupted, { abort: abort.signal })).rejects.toThrow('stopped');
    const before = await readCentres();
    expect(before.length).toBeGreaterThan(0);
    expect(await fill(createLetterModel())).toBe(20 - before.length);
  });

  test('ready-made centres are taken without asking the model, of this model alone', async () => {
    const [first, second] = sectionsOf(2);
    await add([first, second].filter((section) => section !== undefined));
    const known = joinQuestions(first?.questions['en'] ?? []);
    const ready: ReadyVectors = {
      find: (model, text) =>
        model === 'letters' && text === known ? new Float32Array(26).fill(0.5) : undefined,
    };
    const letters = createLetterModel();
    expect(await fill(letters, { ready })).toBe(2);
    expect(letters.embedded.toSorted()).toEqual(second?.questions['en']?.toSorted());
    const [centre] = await readCentres();
    expect(centre).toMatchObject({ heading: first?.heading, centre: Array(26).fill(0.5) });
    const another = createLetterModel('another');
    await fill(another, { ready });
    expect(another.embedded).toHaveLength(4);
  });

  test('a section whose questions change meanwhile, or that is deleted, gets no centre of the old ones', async () => {
    await add(sectionsOf(3));
    const letters = createLetterModel();
    const meddling: EmbeddingModel = {
      ...letters,
      async embed(given, inner) {
        await database.db
          .updateTable('known_questions')
          .set({ question: 'changed' })
          .where('section_id', 'in', (query) =>
            query.selectFrom('sections').select('id').where('heading', '=', 'Section 0'),
          )
          .execute();
        await database.db.deleteFrom('sections').where('heading', '=', 'Section 1').execute();
        return letters.embed(given, inner);
      },
    };
    expect(await fill(meddling)).toBe(1);
    expect((await readCentres()).map(({ heading }) => heading)).toEqual(['Section 2']);
    expect(await fill(createLetterModel())).toBe(1);
  });
});
