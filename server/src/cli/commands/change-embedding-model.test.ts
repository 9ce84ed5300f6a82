import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Context } from '../../context.ts';
import { createDocumentStore } from '../../documents/document-store.ts';
import { createRemoteEncoder } from '../../knowledge/embed/create-remote-encoder.ts';
import type { EmbeddingModel, Encoder } from '../../knowledge/embed/embedding-model.ts';
import { createPassageSearch } from '../../knowledge/search/create-passage-search.ts';
import { addDocument } from '../../knowledge/testing/add-document.ts';
import { createLetterModel } from '../../knowledge/testing/create-letter-model.ts';
import { startEmbeddingServer } from '../../knowledge/testing/start-embedding-server.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Report } from '../operator-command.ts';
import { reembedCommand } from './reembed.ts';

const log = pino({ level: 'silent' });
const PASSAGES = 200;

describe.each(TEST_ENGINES)('changing EMBEDDING_MODEL on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const passages = Array.from({ length: PASSAGES }, (_, index) => ({
      text: `The visit rule ${'abcdefghij'[index % 10]?.repeat(3)} of year ${index}.`,
    }));
    await addDocument(database.db, { passages });
  });
  afterAll(() => database.close());

  const alone = (model: EmbeddingModel): Encoder => ({
    forQuestions: model,
    forPassages: model,
    close: () => Promise.resolve(),
  });
  /** Without words the script fills in what is missing. */
  async function reembed(encoder: Encoder, signal = new AbortController().signal) {
    const reports: Report[] = [];
    const documents = createDocumentStore(database.db);
    const context = { database, documents, encoder, log } as unknown as Context;
    await reembedCommand.run(context, [], (told) => reports.push(told), signal);
    return reports;
  }
  const countVectors = async () => {
    const { rows } = await database.execute(
      'select model, vector_dims(embedding) as dimensions, count(*)::int as n from passage_embeddings group by 1, 2 order by 1',
    );
    return rows;
  };
  const search = async (encoder: Encoder) => {
    const { hits } = await createPassageSearch({
      db: database.db,
      embeddings: encoder.forQuestions,
      log,
    }).search({ question: 'visit rule aaa', limit: 5 }, new AbortController().signal);
    return hits;
  };

  test('search stays up, goes on where it was stopped, and never mixes dimensions', async () => {
    await reembed(alone(createLetterModel()));
    expect(await countVectors()).toEqual([{ model: 'letters', dimensions: 26, n: PASSAGES }]);

    const server = await startEmbeddingServer(12);
    const remote = createRemoteEncoder({
      address: { provider: 'compatible', model: 'm', baseUrl: server.url, apiKey: undefined },
      dimensions: undefined,
    });
    const before = await search(remote);
    expect(before.map(({ cosine }) => cosine)).toEqual([null, null, null, null, null]);

    const killed = new AbortController();
    const halfway: Encoder = {
      ...remote,
      forPassages: {
        ...remote.forPassages,
        identify: (signal) => remote.forPassages.identify(signal),
        async embed(texts, signal) {
          if (server.calls.length > 2) killed.abort(new Error('killed'));
          return remote.forPassages.embed(texts, signal);
        },
      },
    };
    await expect(reembed(halfway, killed.signal)).rejects.toThrow('killed');
    const half = await countVectors();
    expect(half.map(({ model }) => model)).toEqual(['compatible/m@12', 'letters']);
    expect(Number(half[0]?.['n'])).toBeGreaterThan(0);
    expect(Number(half[0]?.['n'])).toBeLessThan(PASSAGES);
    expect(await search(remote)).toHaveLength(5);

    const embedded = server.calls.flatMap(({ texts }) => texts).length;
    const reports = await reembed(remote);
    const again = server.calls.flatMap(({ texts }) => texts).length - embedded;
    expect(again).toBeLessThanOrEqual(PASSAGES - Number(half[0]?.['n']) + 1);
    const missing = PASSAGES - Number(half[0]?.['n']);
    expect(reports).toContainEqual(
      expect.objectContaining({ label: 'texts', done: missing, total: missing }),
    );
    const after = await search(remote);
    expect(after.every(({ cosine }) => cosine !== null)).toBe(true);
  });

  test('vectors that the index cannot hold are refused with what to do, and words go on serving', async () => {
    const server = await startEmbeddingServer(3_072);
    const remote = createRemoteEncoder({
      address: { provider: 'compatible', model: 'wide', baseUrl: server.url, apiKey: undefined },
      dimensions: undefined,
    });
    await expect(reembed(remote)).rejects.toThrow(
      'compatible/wide@3072 has 3072 dimensions; the index holds at most 2000. Set EMBEDDING_DIMENSIONS to fewer, or choose another EMBEDDING_MODEL.',
    );
    expect(await search(remote)).toHaveLength(5);
  });
});
