import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../lib/api-client.ts';
import { sourceOf } from '../testing/samples.ts';
import { createAnswerStream, jsonResponse, stubNetwork } from '../testing/stub-network.ts';
import { askQuestion, StreamCutError } from './ask-question.ts';
import type { AnswerEvent } from './chat-machine.ts';

afterEach(() => vi.unstubAllGlobals());

const CHAT = '/api/chat';
const message = { content: 'June 15. [1]', id: 'answer-1', sources: [sourceOf(1)] };
const body = {
  messages: [{ role: 'user' as const, content: 'When?' }],
  session_id: 'session-0123456789',
  user_id: 'user-1',
};

async function ask(signal = new AbortController().signal): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  const answer = await askQuestion({ body, idempotencyKey: 'key-12345678' }, signal);
  for await (const event of answer) events.push(event);
  return events;
}

test('[CHAT-08][CHAT-15] the question carries its key and asks for a stream', async () => {
  const calls = stubNetwork({ [CHAT]: [jsonResponse({ message })] });
  await ask();
  expect(calls[0]?.body).toEqual(body);
  expect(calls[0]?.headers.get('accept')).toBe('text/event-stream');
  expect(calls[0]?.headers.get('idempotency-key')).toBe('key-12345678');
});

test('[CHAT-08] a JSON reply is the whole answer', async () => {
  stubNetwork({ [CHAT]: [jsonResponse({ message })] });
  expect(await ask()).toMatchObject([{ type: 'done', message }]);
});

test('[CHAT-12] a streamed reply comes piece by piece and ends with the same message', async () => {
  const stream = createAnswerStream();
  stubNetwork({ [CHAT]: [stream.response] });
  stream.send({ type: 'sources', sources: [sourceOf(1)] });
  stream.send({ type: 'delta', text: 'June ' });
  stream.send({ type: 'delta', text: '15.' });
  stream.send({ type: 'done', message });
  stream.end();
  expect(await ask()).toMatchObject([
    { type: 'sources', sources: [sourceOf(1)] },
    { type: 'delta', text: 'June ' },
    { type: 'delta', text: '15.' },
    { type: 'done', message },
  ]);
});

test('[CHAT-09] a refusal tells its code and how long to wait', async () => {
  const refusal = { error: 'Too many requests.', code: 'too_many_requests' };
  stubNetwork({ [CHAT]: [jsonResponse(refusal, 429, { 'retry-after': '30' })] });
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 429, code: 'too_many_requests', retryAfterSeconds: 30 });
});

test('[CHAT-09] a page of a proxy is a refusal without a code', async () => {
  stubNetwork({ [CHAT]: [new Response('<html>Bad gateway</html>', { status: 502 })] });
  await expect(ask()).rejects.toMatchObject({ status: 502, code: 'unknown', message: '' });
});

test('[CHAT-09] a failure inside the stream has the status of its code', async () => {
  const stream = createAnswerStream();
  stubNetwork({ [CHAT]: [stream.response] });
  stream.send({ type: 'delta', text: 'June ' });
  stream.send({ type: 'error', error: 'Not signed in', code: 'not_signed_in' });
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, code: 'not_signed_in' });
});

test.each<[string, (stream: ReturnType<typeof createAnswerStream>) => void]>([
  ['ends early', (stream) => stream.end()],
  ['breaks', (stream) => stream.cut()],
])('[CHAT-09] a stream that %s is cut', async (_, breakOff) => {
  const stream = createAnswerStream();
  stubNetwork({ [CHAT]: [stream.response] });
  stream.send({ type: 'delta', text: 'June ' });
  breakOff(stream);
  await expect(ask()).rejects.toBeInstanceOf(StreamCutError);
});

test('[CHAT-09] a reply that is not what the contract says counts as cut', async () => {
  for (const odd of [{}, { message: 'June 15.' }, { message: { id: 'answer-1' } }, null]) {
    stubNetwork({ [CHAT]: [jsonResponse(odd)] });
    await expect(ask()).rejects.toBeInstanceOf(StreamCutError);
  }
});

test('[CHAT-08] [FB-03] an answer needs no id, streamed or not', async () => {
  const answered = { type: 'done', message: { content: 'June 15.', id: null } };
  const reply = { message: { content: 'June 15.' } };
  stubNetwork({ [CHAT]: [jsonResponse(reply)] });
  expect(await ask()).toMatchObject([answered]);
  const events = ['{"type":"progress"}', 'no JSON', JSON.stringify({ type: 'done', ...reply })];
  const stream = new Response(events.map((data) => `data: ${data}\n\n`).join(''), {
    headers: { 'content-type': 'Text/Event-Stream; charset=UTF-8' },
  });
  stubNetwork({ [CHAT]: [stream] });
  expect(await ask()).toMatchObject([answered]);
});

test('[CHAT-09] an unreachable server is a network error', async () => {
  stubNetwork({});
  await expect(ask()).rejects.toBeInstanceOf(NetworkError);
});

test('[CHAT-12] stopping is neither of them', async () => {
  const controller = new AbortController();
  const stopped = new DOMException('Stopped', 'AbortError');
  stubNetwork({
    [CHAT]: [
      () => {
        controller.abort(stopped);
        throw stopped;
      },
    ],
  });
  await expect(ask(controller.signal)).rejects.toBe(stopped);
});

test('[CHAT-09] a server that does not even begin to answer is given up', async () => {
  vi.useFakeTimers();
  stubNetwork({
    [CHAT]: [
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    ],
  });
  const asking = ask().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await asking).toBeInstanceOf(StreamCutError);
  vi.useRealTimers();
});
