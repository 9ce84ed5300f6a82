import { vi } from 'vitest';

export type Reply = { status?: number; body?: unknown } | 'network-failure' | 'never';

export interface FakeCall {
  method: string;
  path: string;
  search: string;
  body: unknown;
}

/**
 * Stands in for the server: replies by `METHOD /path`, 404 otherwise, and keeps what was called.
 * A reply may be changed later, or given as a function that is asked for each call.
 */
export function fakeApi(replies: Record<string, Reply | (() => Reply | Promise<Reply>)>) {
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input, 'http://localhost');
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    calls.push({ method, path: pathname, search, body });
    const given = replies[`${method} ${pathname}`];
    const reply = typeof given === 'function' ? await given() : given;
    if (reply === 'network-failure') throw new TypeError('Failed to fetch');
    if (reply === 'never') return new Promise<Response>(() => {});
    return Response.json(reply?.body ?? { error: 'Not found', code: 'not_found' }, {
      status: reply === undefined ? 404 : (reply.status ?? 200),
    });
  });
  return {
    replies,
    calls,
    callsTo: (key: string) => calls.filter(({ method, path }) => `${method} ${path}` === key),
  };
}
