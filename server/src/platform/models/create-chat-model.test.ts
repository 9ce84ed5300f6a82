import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createChatModel } from './create-chat-model.ts';
import type { ModelAddress } from './model-address.ts';

/** A provider that answers every call with a status and headers, and what it was sent. */
async function startServer(
  status: number,
  headers: Record<string, string>,
): Promise<{ url: string; calls: IncomingMessage[] }> {
  const calls: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    calls.push(request);
    response.writeHead(status, headers).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls };
}

/** What a call of the model fails with. */
async function failureOf(address: ModelAddress): Promise<unknown> {
  const answer = createChatModel(address).stream(PROMPT, AbortSignal.timeout(10_000));
  return answer[Symbol.asyncIterator]()
    .next()
    .then(
      () => null,
      (error: unknown) => error,
    );
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
  const { url, calls } = await startServer(429, { 'retry-after': '7' });
  const failure = await failureOf({ provider, model: 'm', baseUrl: url, apiKey: 'key' });
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

test.each(['openai', 'anthropic', 'google', 'compatible'] as const)(
  '%s may not send a call on to another address',
  async (provider) => {
    const elsewhere = await startServer(200, {});
    const { url, calls } = await startServer(307, { location: elsewhere.url });
    const failure = await failureOf({ provider, model: 'm', baseUrl: url, apiKey: 'key' });
    expect(failure).toMatchObject({
      name: 'ModelError',
      message: 'The provider redirects (307), which is not followed.',
      status: 307,
      isRetryable: false,
      isOutage: true,
    });
    expect([calls.length, elsewhere.calls.length]).toEqual([1, 0]);
  },
);
