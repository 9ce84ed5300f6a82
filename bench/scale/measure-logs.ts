import { LOGS_IN_BROWSER_MAX } from '@pathway/contract/limits';
import { AT_MOST_HEADER, writeAtMost } from '@pathway/contract/logs';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../e2e/support/find-free-port.ts';
import { signUpOverHttp, writeCookies } from '../../e2e/support/http-client.ts';
import { createLogDigestStore } from '../../server/src/features/logs/digest-store.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { startServer } from '../crash/running-server.ts';
import { quantile, toTenths } from '../quantile.ts';
import { time } from './fill-collection.ts';

/** What a server does in the background at its start is over by then. */
const SETTLE_MS = 10_000;
const LOOK_EVERY_MS = 100;
const ROUNDS = 5;
const NEXT_PAGES = 20;
const DAY_MS = 86_400_000;

/** What the screen of logs waits for, in milliseconds; the median of five, and of twenty next pages. */
interface CallFigures {
  'first answer': number;
  'first page': number;
  'next page': number;
  'page of thumbs down': number;
  'page of a question': number;
  counts: number;
  'counts of 30 days': number;
  'counts of a question': number;
  'summary strip': number;
  'summary of 30 days': number;
  coverage: number;
  'place of a log': number;
}

/** One reply that holds every log. */
interface StreamFigures {
  firstByteMs: number;
  wholeS: number;
  logsPerS: number;
  sentMb: number;
  /** Memory of the server before, and at most while it sends. */
  beforeMb: number;
  mostMb: number;
  /** The longest that another call waited meanwhile. */
  othersMostMs: number;
}

export interface LogFigures {
  /** From the start of the server until it takes questions. */
  startS: number;
  /** What digesting all logs takes, once; absent where it was done before. */
  digestS?: number;
  calls: CallFigures;
  streams: Record<'list' | 'csv' | 'json', StreamFigures>;
}

/** What the screen of logs asks for, of a real server, one after the other. */
export async function measureLogs(database: Database & { url: string }): Promise<LogFigures> {
  let digested = 0;
  const seconds = await time(async () => {
    digested = await createLogDigestStore(database.db).catchUpWithAll();
  });
  await database.execute('vacuum analyze log_digests');
  const folder = await mkdtemp(join(tmpdir(), 'scale-logs-'));
  // The database is kept, and with it whoever signed up when it was measured before.
  const email = `admin-${randomUUID()}@example.org`;
  const server = await startServer(folder, await findFreePort(), {
    DATABASE_URL: database.url,
    ADMIN_EMAILS: email,
  });
  try {
    const admin = await signUpOverHttp(server, { email });
    await admin.acceptTerms();
    const client: Client = { url: server.url, cookie: writeCookies(admin.cookies) };
    await wait(SETTLE_MS);
    const calls = await measureCalls(client);
    const streams = {
      list: await measureStream(client, '/api/admin/logs', '"timestamp":'),
      csv: await measureStream(client, '/api/admin/logs/export?format=csv', '\r\n'),
      json: await measureStream(client, '/api/admin/logs/export?format=json', '"timestamp":'),
    };
    admin.close();
    const startS = toTenths(server.startMs / 1_000);
    return { startS, calls, streams, ...(digested > 0 && { digestS: seconds }) };
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Client {
  url: string;
  cookie: string;
}

async function measureCalls(client: Client): Promise<CallFigures> {
  const ask = async <Reply>(path: string, headers = {}) => {
    const reply = await fetch(`${client.url}/api/admin/logs${path}`, {
      headers: { cookie: client.cookie, ...headers },
    });
    if (!reply.ok) throw new Error(`${path} came as ${reply.status}.`);
    return (await reply.json()) as Reply;
  };
  const median = async (path: string, headers = {}) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      await ask(path, headers);
      times.push(performance.now() - startedAt);
    }
    return toTenths(quantile(times, 0.5));
  };
  const { logs } = await ask<{ logs: { id: string; prompt: string }[] }>('/page');
  const question = `question=${encodeURIComponent(logs[0]?.prompt ?? '')}`;
  const month = `from=${Date.now() - 30 * DAY_MS}`;
  const days = Array.from({ length: 15 }, (_, day) => Date.now() - (14 - day) * DAY_MS).join(',');
  return {
    'first answer': await median('', { [AT_MOST_HEADER]: writeAtMost(LOGS_IN_BROWSER_MAX) }),
    'first page': await median('/page'),
    'next page': await measureNextPages(ask),
    'page of thumbs down': await median('/page?feedback=down'),
    'page of a question': await median(`/page?${question}`),
    counts: await median('/counts'),
    'counts of 30 days': await median(`/counts?${month}`),
    'counts of a question': await median(`/counts?${question}`),
    'summary strip': await median(`/insight?days=${days}`),
    'summary of 30 days': await median(`/insight?${month}&days=${days}`),
    coverage: await median('/coverage'),
    'place of a log': await median(`/${logs.at(-1)?.id}/place`),
  };
}

/** The pages after the first. */
async function measureNextPages(
  ask: (path: string) => Promise<{ next: string | null }>,
): Promise<number> {
  const times: number[] = [];
  let { next } = await ask('/page');
  while (next !== null && times.length < NEXT_PAGES) {
    const startedAt = performance.now();
    ({ next } = await ask(`/page?after=${encodeURIComponent(next)}`));
    times.push(performance.now() - startedAt);
  }
  return toTenths(quantile(times, 0.5));
}

/** A reply that nobody buffers; `mark` stands once in each log. */
async function measureStream(client: Client, path: string, mark: string): Promise<StreamFigures> {
  const before = await readMemory(client.url);
  const over = new AbortController();
  let [most, othersMostMs] = [before, 0];
  const watching = (async () => {
    while (!over.signal.aborted) {
      const askedAt = performance.now();
      most = Math.max(most, await readMemory(client.url));
      othersMostMs = Math.max(othersMostMs, performance.now() - askedAt);
      await wait(LOOK_EVERY_MS);
    }
  })();
  const startedAt = performance.now();
  const reply = await fetch(`${client.url}${path}`, { headers: { cookie: client.cookie } });
  if (!reply.ok) throw new Error(`The logs came as ${reply.status}.`);
  let [firstByteMs, bytes, logs] = [0, 0, 0];
  const sought = Buffer.from(mark);
  let rest = Buffer.alloc(0);
  for await (const chunk of reply.body ?? []) {
    firstByteMs ||= performance.now() - startedAt;
    bytes += chunk.length;
    const read = Buffer.concat([rest, chunk]);
    for (let at = read.indexOf(sought); at >= 0; at = read.indexOf(sought, at + 1)) logs += 1;
    // A mark may lie across two pieces; what is kept is too short to hold one that was counted.
    rest = read.subarray(Math.max(0, read.length - sought.length + 1));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  over.abort();
  await watching;
  return {
    firstByteMs: Math.round(firstByteMs),
    wholeS: toTenths(seconds),
    logsPerS: Math.round(logs / seconds),
    sentMb: Math.round(bytes / 1e6),
    beforeMb: before,
    mostMb: most,
    othersMostMs: Math.round(othersMostMs),
  };
}

/** Megabytes that the server's process holds. */
async function readMemory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)/m.exec(metrics) ?? [];
  return Math.round(Number(bytes) / 1e6);
}
