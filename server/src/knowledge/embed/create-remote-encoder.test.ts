import { expect, test } from 'vitest';
import { startEmbeddingServer, type EmbeddingServer } from '../testing/start-embedding-server.ts';
import { createRemoteEncoder } from './create-remote-encoder.ts';

const { signal } = new AbortController();
const encoderOf = ({ url }: EmbeddingServer, dimensions?: number) =>
  createRemoteEncoder({
    address: { provider: 'compatible', model: 'letters', baseUrl: url, apiKey: 'key' },
    dimensions,
  });

test('a server gives one vector for each text in their order, and its name holds their length', async () => {
  const server = await startEmbeddingServer();
  const { forPassages } = encoderOf(server);
  const vectors = await forPassages.embed(['aab', ' \n', 'b'], signal);
  expect(vectors.map((vector) => vector.length)).toEqual([26, 26, 26]);
  expect(vectors[2]?.[1]).toBe(1);
  expect(await forPassages.identify(signal)).toEqual({
    name: 'compatible/letters@26',
    dimensions: 26,
  });
  expect(server.calls).toEqual([
    { texts: ['aab', '.', 'b'], dimensions: undefined, authorization: 'Bearer key' },
  ]);
  expect(await forPassages.embed([], signal)).toEqual([]);
});

test('it is asked for its dimensions when nothing told them, and for fewer when they are set', async () => {
  const server = await startEmbeddingServer();
  const { forQuestions } = encoderOf(server, 5);
  expect(await forQuestions.identify(signal)).toEqual({
    name: 'compatible/letters@5',
    dimensions: 5,
  });
  await forQuestions.identify(signal);
  expect(server.calls.map(({ dimensions }) => dimensions)).toEqual([5]);
});

test('passages are tried again after a refusal and a fault, questions are not', async () => {
  const server = await startEmbeddingServer();
  const { forPassages, forQuestions } = encoderOf(server);
  server.next = ['too many requests', 'fault'];
  expect(await forPassages.embed(['a'], signal)).toHaveLength(1);
  expect(server.calls).toHaveLength(3);
  server.next = ['too many requests'];
  await expect(forQuestions.embed(['a'], signal)).rejects.toThrow('The provider answered 429');
  expect(server.calls).toHaveLength(4);
});

test.each([
  ['garbage', 'cannot be used|cut off'],
  ['one vector short', 'cannot be used'],
  ['uneven vectors', '25 dimensions where 26 were expected'],
] as const)('a reply of %s is an error that holds no text', async (mode, message) => {
  const server = await startEmbeddingServer();
  server.next = [mode, mode, mode, mode];
  const failure = encoderOf(server).forPassages.embed(['secret one', 'secret two'], signal);
  await expect(failure).rejects.toThrow(new RegExp(message));
  await expect(failure).rejects.not.toThrow('secret');
});

test.each(['openai', 'google', 'compatible'] as const)(
  '%s may not send texts on to another address, nor is it asked again',
  async (provider) => {
    const [server, elsewhere] = [await startEmbeddingServer(), await startEmbeddingServer()];
    Object.assign(server, { next: ['redirect'], location: `${elsewhere.url}/embeddings` });
    const address = { provider, model: 'letters', baseUrl: server.url, apiKey: 'key' };
    const { forPassages } = createRemoteEncoder({ address, dimensions: undefined });
    await expect(forPassages.embed(['a'], signal)).rejects.toMatchObject({
      name: 'ModelError',
      message: 'The provider redirects (307), which is not followed.',
    });
    expect([server.calls.length, elsewhere.calls.length]).toEqual([1, 0]);
  },
);

test("a silent server is left when the caller's time is up", async () => {
  const server = await startEmbeddingServer();
  server.next = ['silence'];
  const waiting = encoderOf(server).forQuestions.embed(['a'], AbortSignal.timeout(100));
  await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a server that changes its model is noticed, and goes by another name', async () => {
  const server = await startEmbeddingServer();
  const { forPassages } = encoderOf(server);
  await forPassages.embed(['a'], signal);
  server.dimensions = 12;
  await expect(forPassages.embed(['a'], signal)).rejects.toThrow('changed to 12 dimensions');
  expect((await forPassages.identify(signal)).name).toBe('compatible/letters@12');
});
