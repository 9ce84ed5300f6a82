import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { addDocument } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { embedMissingPassages } from './vector-store.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `passage ${'x'.repeat(index % 7)} ${index}`,
  }));

describe.each(TEST_ENGINES)('filling in vectors on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(() => database.db.deleteFrom('documents').execute());
  afterAll(() => database.close());

  const fill = (embeddings: EmbeddingModel, only = {}, abort = signal) =>
    embedMissingPassages({ db: database.db, embeddings, log }, only, abort);
  const countVectors = async () => {
    const { rows } = await database.execute(
      'select model, count(*)::int as n from passage_embeddings group by model order by model',
    );
    return rows;
  };

  test('gives every passage one, under the name of the model, once', async () => {
    await addDocument(database.db, { passages: texts(150) });
    const model = createLetterModel();
    expect(await fill(model)).toBe(150);
    expect(await fill(model)).toBe(0);
    expect(new Set(model.embedded).size).toBe(150);
    expect(await fill(createLetterModel('another'))).toBe(150);
    expect(await countVectors()).toEqual([
      { model: 'another', n: 150 },
      { model: 'letters', n: 150 },
    ]);
  });

  test('embeds the title and the nearest heading before the text', async () => {
    const passage = { text: 'Text.', headingPath: ['Far', 'Near'] };
    await addDocument(database.db, { title: 'Title', passages: [passage] });
    const model = createLetterModel();
    await fill(model);
    expect(model.embedded).toEqual(['Title\nNear\nText.']);
  });

  test('keeps to one document when asked', async () => {
    const documentId = await addDocument(database.db, { passages: texts(3) });
    await addDocument(database.db, { passages: texts(5) });
    expect(await fill(createLetterModel(), { documentId })).toBe(3);
  });

  test('goes on where it was stopped', async () => {
    await addDocument(database.db, { passages: texts(40) });
    const abort = new AbortController();
    const letters = createLetterModel();
    const interrupted: EmbeddingModel = {
      ...letters,
      embed(given, inner) {
        if (letters.embedded.length >= 16) abort.abort(new Error('stopped'));
        return letters.embed(given, inner);
      },
    };
    await expect(fill(interrupted, {}, abort.signal)).rejects.toThrow('stopped');
    const [before] = await countVectors();
    expect(before?.['n']).toBeGreaterThanOrEqual(8);
    expect(await fill(createLetterModel())).toBe(40 - Number(before?.['n']));
  });

  test('[DOC-10] passes over a document that is deleted meanwhile', async () => {
    const id = await addDocument(database.db, { passages: texts(20) });
    const letters = createLetterModel();
    const model: EmbeddingModel = {
      ...letters,
      async embed(given, inner) {
        await database.db.deleteFrom('documents').where('id', '=', id).execute();
        return letters.embed(given, inner);
      },
    };
    expect(await fill(model)).toBe(0);
    expect(await countVectors()).toEqual([]);
  });
});
