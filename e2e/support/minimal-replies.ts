import type { Page, Route } from '@playwright/test';

/** A reply in the server's place. `json` is sent as JSON, `body` as it stands with any content type. */
export interface Reply {
  status?: number;
  json?: unknown;
  body?: string;
  contentType?: string;
}

interface RepliedCalls {
  /** Every call that the page made, in order, as `METHOD /path`; empty it to start anew. */
  readonly made: string[];
  /** From now on these calls are replied to so; `'broken'` breaks their connection. */
  reply(replies: Record<string, Reply | 'broken'>): void;
}

/** Replies to every call to the product's interface in the browser; none reaches the server. */
export async function replyToCalls(
  page: Page,
  first: Record<string, Reply | 'broken'>,
): Promise<RepliedCalls> {
  const replies = new Map(Object.entries(first));
  const made: string[] = [];
  await page.route('**/api/**', async (route: Route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    made.push(call);
    const reply = replies.get(call) ?? { status: 404, json: {} };
    if (reply === 'broken') return route.abort();
    return route.fulfill(reply);
  });
  return {
    made,
    reply(more) {
      for (const [call, reply] of Object.entries(more)) replies.set(call, reply);
    },
  };
}

/** Each shape takes every screen seconds: by day the first and the last of each kind are tried, at night all. */
function byDay<T>(all: readonly T[]): readonly T[] {
  return process.env['TEST_TIER'] === 'nightly' ? all : [...all.slice(0, 1), ...all.slice(-1)];
}

/** What a server may say to a change that it made: the specification leaves the shape open. */
export const SUCCESSES: readonly (readonly [string, Reply])[] = byDay([
  ['an empty body', { status: 200, body: '' }],
  ['204', { status: 204 }],
  ['an empty object', { json: {} }],
  ['a word', { status: 201, json: 'ok' }],
  ['null', { json: null }],
  ['a list', { json: [1, 2] }],
  ['another object', { status: 202, json: { id: 7, document: null, site: { url: 7 } } }],
  ['no JSON', { body: '<p>done</p>', contentType: 'text/html' }],
]);

/** A failure whose text is the server's own, and nothing else that is promised. */
const WORDS = 'The storage is being moved.';
const WITH_TEXT: readonly (readonly [string, Reply])[] = byDay([
  ['error alone, 400', { status: 400, json: { error: WORDS } }],
  ['error alone, 418', { status: 418, json: { error: WORDS } }],
  ['error alone, 500', { status: 500, json: { error: WORDS } }],
  ['with unknown fields', { status: 503, json: { error: WORDS, code: 9, trace: [{ at: null }] } }],
]);

/** A failure that says nothing that a person could read. */
const WITHOUT_TEXT: readonly (readonly [string, Reply])[] = byDay([
  ['an empty body', { status: 500, body: '' }],
  ['an empty object', { status: 502, json: {} }],
  ['an empty text', { status: 400, json: { error: '' } }],
  ['null', { status: 422, json: { error: null } }],
  ['a page of a proxy', { status: 502, body: '<h1>502</h1>', contentType: 'text/html' }],
]);

/** For where the text of a failure does not matter. */
export const FAILURES: readonly Reply[] = [...WITH_TEXT, ...WITHOUT_TEXT].map(([, reply]) => reply);

/** Every failure with the text that the screen then shows. */
export function failures(fallback: string): (readonly [string, Reply, string])[] {
  return [
    ...WITH_TEXT.map(([name, reply]) => [name, reply, WORDS] as const),
    ...WITHOUT_TEXT.map(([name, reply]) => [name, reply, fallback] as const),
  ];
}

/** A person who is signed in and has accepted, as briefly as a server may say it. */
export const SIGNED_IN = {
  'GET /api/user/session': { json: { user: { id: 7 } } },
  'GET /api/consent/status': { json: { consentGiven: true } },
  'GET /api/chat/history': { json: { messages: [] } },
  'GET /api/user/profile': { json: {} },
} satisfies Record<string, Reply>;

export const ADMIN = {
  ...SIGNED_IN,
  'GET /api/user/session': { json: { user: { id: 7, is_admin: true } } },
} satisfies Record<string, Reply>;
