import { expect, test } from 'vitest';
import { startEmbeddingServer } from '../testing/start-embedding-server.ts';
import { openEncoders } from './open-encoders.ts';

const { signal } = new AbortController();

test('[CHAT-14] the bundled encoder serves search and the guard', async () => {
  const { encoder, guardEncoder, close } = openEncoders('bundled');
  expect(guardEncoder).toBe(encoder);
  await close();
});

test("[CHAT-14] beside a server's model the guard embeds here, and the server gets no text for it", async () => {
  const { url, calls } = await startEmbeddingServer();
  const { encoder, guardEncoder, close } = openEncoders({
    address: { provider: 'compatible', model: 'letters', baseUrl: url, apiKey: undefined },
    dimensions: undefined,
  });
  const [vector] = (await guardEncoder?.forQuestions.embed(['a message'], signal)) ?? [];
  expect(vector).toHaveLength(512);
  expect(calls).toEqual([]);
  expect(await encoder?.forQuestions.embed(['a question'], signal)).toHaveLength(1);
  expect(calls.map(({ texts }) => texts)).toEqual([['a question']]);
  await close();
});

test('without an encoder nothing is embedded', async () => {
  const { encoder, guardEncoder, close } = openEncoders('none');
  expect(encoder).toBeUndefined();
  expect(guardEncoder).toBeUndefined();
  await close();
});
