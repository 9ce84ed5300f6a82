import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createChatModel } from './create-chat-model.ts';

/** A provider that refuses every call, and what it was sent. */
async function startRefusingServer(): Promise<{ url: string; calls: IncomingMessage[] }> {
  const calls: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    calls.push(request);
    response.writeHead(429, { 'retry-after': '7' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls };
}

const PROMPT = {
  instructions: 'Be kind.',
  turns: [{ role: 'user', content: 'A secret question' }],
  maxOutputTokens: 10,
} as const;

test.each([
  ['openai', '/v1/responses', 'authorization', 'Bearer key'],
  ['anthropic', '/v1/messages', 'x-api-key', 'key'],
  ['google', '/v1/models/m:streamGenerateContent?alt=sse', 'x-goog-api-key', 'key'],
  ['compatible', '/v1/chat/completions', 'authorization', 'Bearer key'],
] as const)('%s is called once at %s, with its key', async (provider, path, header, value) => {
  const { url, calls } = await startRefusingServer();
  const model = createChatModel({ provider, model: 'm', baseUrl: url, apiKey: 'key' });
  const answering = model.stream(PROMPT, AbortSignal.timeout(10_000))[Symbol.asyncIterator]();
  const failure = await answering.next().then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    name: 'ModelError',
    message: 'The provider answered 429 (AI_APICallError).',
    status: 429,
    isRetryable: true,
    retryAfterMs: 7000,
  });
  expect(JSON.stringify(failure)).not.toContain('secret');
  expect(calls.map((call) => [call.url, call.headers[header]])).toEqual([[path, value]]);
});
