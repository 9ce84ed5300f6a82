import { expect, test } from 'vitest';
import { readEventStream } from './read-event-stream.ts';

async function eventsOf(...chunks: Uint8Array[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const event of readEventStream(body)) events.push(event);
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
  for await (const event of readEventStream(endless)) {
    expect(event).toBe('again');
    break;
  }
  expect(isCancelled).toBe(true);
});
