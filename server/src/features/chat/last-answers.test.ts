import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestApp } from '../../../test/build-test-app.ts';
import { askForStream, readEvents, sayAndWait } from './testing/streaming-chat.ts';

test('[CHAT-12] a server that goes down says so to its proxy, and ends the answer that it writes', async () => {
  const server = await buildTestApp({ limits: { lastAnswersMs: 30_000 } });
  onTestFinished(() => server.close());
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  const person = await server.signIn();
  const answer = sayAndWait(server, { type: 'delta', text: 'The whole' });
  const reading = askForStream(server, person, { content: 'Go?' }).then(readEvents);
  await answer.said;
  expect(await isReady()).toBe(200);
  const closing = server.app.close();
  await expect.poll(isReady).toBe(503);
  answer.goOn();
  expect((await reading).at(-1)).toMatchObject({ message: { content: 'The whole answer. [1]' } });
  await closing;
});
