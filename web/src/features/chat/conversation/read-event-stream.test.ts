import { expect, test, vi } from 'vitest';
import { readEventStream } from './read-event-stream.ts';

const SILENCE_MAX_MS = 1_000;

async function eventsOf(...chunks: Uint8Array[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const event of readEventStream(body, SILENCE_MAX_MS)) events.push(event);
  return events;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const TEXT =
  ': hello\r\n\r\ndata: {"text":"Größe 🏈"}\r\n\r\nevent: x\nid: 7\ndata:{"a":1}\n\ndata: one\r\ndata: two\n\n\n\ndata\n\n';
const EVENTS = ['{"text":"Größe 🏈"}', '{"a":1}', 'one\ntwo', ''];

test('[CHAT-12] events are read whole from one piece', async () => {
  expect(await eventsOf(bytesOf(TEXT))).toEqual(EVENTS);
});

test('[CHAT-12] events are the same wherever the bytes are cut in two', async () => {
  const bytes = bytesOf(TEXT);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(await eventsOf(bytes.slice(0, cut), bytes.slice(cut)), `cut at ${cut}`).toEqual(EVENTS);
  }
});

test('[CHAT-12] events are the same byte by byte', async () => {
  const bytes = Array.from(bytesOf(TEXT), (byte) => Uint8Array.of(byte));
  expect(await eventsOf(...bytes)).toEqual(EVENTS);
});

test('[CHAT-12] a lone carriage return ends a line too', async () => {
  expect(await eventsOf(bytesOf('data: a\rdata: b\r\rdata: c\n\n'))).toEqual(['a\nb', 'c']);
});

test('[CHAT-12] an event without its end is dropped', async () => {
  expect(await eventsOf(bytesOf('data: whole\n\ndata: half\n'))).toEqual(['whole']);
});

test('[CHAT-12] leaving early cancels the body', async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf('data: again\n\n')),
    cancel() {
      isCancelled = true;
    },
  });
  for await (const event of readEventStream(endless, SILENCE_MAX_MS)) {
    expect(event).toBe('again');
    break;
  }
  expect(isCancelled).toBe(true);
});

test('[CHAT-09] a body that falls silent is given up; a comment is a sign of life', async () => {
  vi.useFakeTimers();
  let say: (text: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      say = (text) => controller.enqueue(bytesOf(text));
    },
  });
  const events = readEventStream(body, SILENCE_MAX_MS);
  const first = events.next();
  await vi.advanceTimersByTimeAsync(900);
  say(':\n\n');
  await vi.advanceTimersByTimeAsync(900);
  say('data: a\n\n');
  expect(await first).toEqual({ done: false, value: 'a' });
  const second = events.next().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await second).toEqual(new Error('The stream fell silent.'));
  vi.useRealTimers();
});
