import type { ChatMessage, AnswerEvent } from '@pathway/contract/chat';
import { vi } from 'vitest';

export const jsonResponse = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** An answer that the test sends piece by piece. */
export function createAnswerStream() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: (event: AnswerEvent) =>
      controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
    end: () => controller.close(),
    cut: () => controller.error(new TypeError('network error')),
  };
}

export interface SentCall {
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | null;
}

type Reply = Response | Promise<Response> | ((call: SentCall) => Response | Promise<Response>);

/**
 * Stands in for the network: each path replies with its replies in order, the last one again and again.
 * A path without replies fails as an unreachable server does.
 */
export function stubNetwork(replies: Record<string, Reply[]>): SentCall[] {
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call = {
      path,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      signal: init.signal ?? null,
    };
    calls.push(call);
    const queue = replies[path] ?? [];
    const reply = queue.length > 1 ? queue.shift() : queue[0];
    if (reply === undefined) throw new TypeError('Failed to fetch');
    const response = await (typeof reply === 'function' ? reply(call) : reply);
    return response.body === null || response.headers.get('content-type') === 'text/event-stream'
      ? response
      : response.clone();
  });
  return calls;
}

export const historyOf = (...messages: ChatMessage[]): Response => jsonResponse({ messages });

export const refusal = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Response => jsonResponse({ error: 'Refused', code }, status, headers);
