import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CHAT_STREAM_SILENCE_MAX_MS } from '@pathway/contract/limits';
import { type SignedUp, signUpOverHttp, writeCookies } from '../../../e2e/support/http-client.ts';
import { ADMIN, type Installation } from './start-installation.ts';

/** A browser takes a silent connection for lost then. */
const PATIENCE_MS = 2 * CHAT_STREAM_SILENCE_MAX_MS;
const RETRY_AFTER_MS = 300;
const BETWEEN_MS = { question: 400, profile: 700, upload: 4_000 };
const QUESTION = 'How many core courses do I need for D1?';

/** What the product said it had done. */
export interface Ledger {
  /** The text of each answer by the key of its question. */
  answers: Map<string, { id: string; content: string }>;
  ratings: Set<string>;
  documents: Set<string>;
  /** By user: the goals last acknowledged, and those sent since without an acknowledgement. */
  goals: Map<string, { kept: string; maybe: string[] }>;
}

/** How it looked to them. */
export interface Seen {
  calls: number;
  /** How often a call got another reply than it should have, by what it got. */
  refusals: Map<string, number>;
  /** The longest that anybody waited for a call to be acknowledged, its retries included. */
  longestMs: number;
}

/** People who ask, rate, edit and upload until they are told to go, and ask again what was not acknowledged. */
export interface Visitors {
  ledger: Ledger;
  /** Since the last look. */
  look(): Seen;
  leave(): Promise<void>;
}

export async function letVisitorsIn(product: Installation, count: number): Promise<Visitors> {
  const ledger: Ledger = {
    answers: new Map(),
    ratings: new Set(),
    documents: new Set(),
    goals: new Map(),
  };
  let seen = emptySeen();
  const leaving = new AbortController();

  /** Calls until it is acknowledged; undefined when the visitors left before. */
  async function insist(person: SignedUp, call: Call): Promise<unknown> {
    const startedAt = performance.now();
    for (;;) {
      seen.calls += 1;
      const reply = await send(product.url, person, call);
      const waitedMs = performance.now() - startedAt;
      seen.longestMs = Math.max(seen.longestMs, waitedMs);
      if (reply.refusal === undefined) return reply.body;
      seen.refusals.set(reply.refusal, (seen.refusals.get(reply.refusal) ?? 0) + 1);
      if (leaving.signal.aborted) return undefined;
      await pause(RETRY_AFTER_MS);
    }
  }

  async function askAndRate(person: SignedUp): Promise<void> {
    const [key, session_id] = [randomUUID(), 'session-0001'];
    const messages = [{ role: 'user', content: `${QUESTION} ${key}` }];
    const body = { messages, session_id, user_id: person.userId };
    const asked = { path: '/api/chat', body, headers: { 'idempotency-key': key } };
    const answered = (await insist(person, asked)) as { message: { id: string; content: string } };
    if (answered === undefined) return;
    const { id, content } = answered.message;
    ledger.answers.set(key, { id, content });
    const rating = {
      message_id: id,
      session_id,
      user_id: person.userId,
      user_type: 'free_auth',
      thumbs: 'up',
      text_feedback: '',
      timestamp: new Date().toISOString(),
    };
    if (await insist(person, { path: '/api/feedback', body: rating })) ledger.ratings.add(id);
  }

  async function editGoals(person: SignedUp): Promise<void> {
    const goals = randomUUID();
    const known = ledger.goals.get(person.userId) ?? { kept: '', maybe: [] };
    known.maybe.push(goals);
    ledger.goals.set(person.userId, known);
    const call = { method: 'PATCH', path: '/api/user/profile', body: { goals } };
    if (await insist(person, call)) ledger.goals.set(person.userId, { kept: goals, maybe: [] });
  }

  async function upload(person: SignedUp): Promise<void> {
    const form = new FormData();
    const text = `Rule ${randomUUID()} says that a practice log is kept for every season.\n`.repeat(
      20,
    );
    form.set('file', new Blob([text], { type: 'text/plain' }), 'rule.txt');
    const call = { path: '/api/admin/docs/upload', body: form };
    const uploaded = (await insist(person, call)) as { document: { id: string } } | undefined;
    if (uploaded !== undefined) ledger.documents.add(uploaded.document.id);
  }

  const people = [await enter(product, ADMIN)];
  while (people.length < count)
    people.push(await enter(product, `visitor-${people.length}@example.org`));
  const repeat = async (
    act: (person: SignedUp) => Promise<void>,
    person: SignedUp,
    everyMs: number,
  ) => {
    while (!leaving.signal.aborted) {
      await act(person);
      await pause(everyMs, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
  };
  const acts = people.flatMap((person, index) => [
    repeat(askAndRate, person, BETWEEN_MS.question),
    repeat(editGoals, person, BETWEEN_MS.profile),
    ...(index === 0 ? [repeat(upload, person, BETWEEN_MS.upload)] : []),
  ]);
  return {
    ledger,
    look() {
      const last = seen;
      seen = emptySeen();
      return last;
    },
    async leave() {
      leaving.abort();
      await Promise.all(acts);
    },
  };
}

const emptySeen = (): Seen => ({ calls: 0, refusals: new Map(), longestMs: 0 });

/** Signs up and accepts the terms, at the proxy unless another address is given. */
export async function enter(
  product: Installation,
  email: string,
  url = product.url,
): Promise<SignedUp> {
  const person = await signUpOverHttp({ url, readCode: product.readCode }, { email });
  await person.acceptTerms();
  return person;
}

interface Call {
  method?: string;
  path: string;
  body: object;
  headers?: Record<string, string>;
}

/** The body of what was acknowledged, or how it was not. */
async function send(
  url: string,
  { cookies }: SignedUp,
  { method = 'POST', path, body, headers }: Call,
): Promise<{ body?: unknown; refusal?: string }> {
  const isForm = body instanceof FormData;
  try {
    const reply = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        cookie: writeCookies(cookies),
        ...(!isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const content = await reply.text();
    if (reply.ok) return { body: JSON.parse(content) as unknown };
    return {
      body: undefined,
      refusal: /"code":"(\w+)"/.exec(content)?.[1] ?? String(reply.status),
    };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    return { refusal: name === 'TimeoutError' ? 'silence' : 'connection lost' };
  }
}
