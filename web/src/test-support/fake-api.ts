import { vi } from 'vitest';

export type Answer = { status?: number; body?: unknown } | 'network-failure' | 'never';

export interface FakeCall {
  method: string;
  path: string;
  search: string;
  body: unknown;
}

/**
 * Stands in for the server: answers by `METHOD /path`, 404 otherwise, and keeps what was called.
 * An answer may be changed later, or given as a function that is asked for each call.
 */
export function fakeApi(answers: Record<string, Answer | (() => Answer | Promise<Answer>)>) {
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input, 'http://localhost');
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    calls.push({ method, path: pathname, search, body });
    const given = answers[`${method} ${pathname}`];
    const answer = typeof given === 'function' ? await given() : given;
    if (answer === 'network-failure') throw new TypeError('Failed to fetch');
    if (answer === 'never') return new Promise<Response>(() => {});
    return Response.json(answer?.body ?? { error: 'Not found', code: 'not_found' }, {
      status: answer === undefined ? 404 : (answer.status ?? 200),
    });
  });
  return {
    answers,
    calls,
    callsTo: (key: string) => calls.filter(({ method, path }) => `${method} ${path}` === key),
  };
}
