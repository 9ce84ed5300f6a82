import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../e2e/support/find-free-port.ts';
import { signUpOverHttp, writeCookies } from '../../e2e/support/http-client.ts';
import { startServer } from '../crash/running-server.ts';
import { toTenths } from '../quantile.ts';

const LOOK_EVERY_MS = 100;

export interface LogFigures {
  logs: number;
  /** From the start of the server until it takes questions. */
  startS: number;
  firstByteMs: number;
  wholeS: number;
  sentMb: number;
  /** Memory of the server before, and at most while it sends. */
  beforeMb: number;
  mostMb: number;
  /** The longest that another call waited meanwhile. */
  othersMostMs: number;
}

/** What the screen of logs asks for, all of them, in one reply of a real server that nobody buffers. */
export async function measureLogs(databaseUrl: string): Promise<LogFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'scale-logs-'));
  // The database is kept, and with it whoever signed up when it was measured before.
  const email = `admin-${randomUUID()}@example.org`;
  const server = await startServer(folder, await findFreePort(), {
    DATABASE_URL: databaseUrl,
    ADMIN_EMAILS: email,
  });
  try {
    const admin = await signUpOverHttp(server, { email });
    await admin.acceptTerms();
    const before = await readMemory(server.url);
    const over = new AbortController();
    let [most, othersMostMs] = [before, 0];
    const watching = (async () => {
      while (!over.signal.aborted) {
        const askedAt = performance.now();
        most = Math.max(most, await readMemory(server.url));
        othersMostMs = Math.max(othersMostMs, performance.now() - askedAt);
        await wait(LOOK_EVERY_MS);
      }
    })();
    const startedAt = performance.now();
    const reply = await fetch(`${server.url}/api/admin/logs`, {
      headers: { cookie: writeCookies(admin.cookies) },
    });
    if (!reply.ok) throw new Error(`The logs came as ${reply.status}.`);
    let [firstByteMs, bytes, logs] = [0, 0, 0];
    const mark = Buffer.from('"timestamp":');
    let rest = Buffer.alloc(0);
    for await (const chunk of reply.body ?? []) {
      firstByteMs ||= performance.now() - startedAt;
      bytes += chunk.length;
      const read = Buffer.concat([rest, chunk]);
      for (let at = read.indexOf(mark); at >= 0; at = read.indexOf(mark, at + 1)) logs += 1;
      // A mark may lie across two pieces; what is kept is too short to hold one that was counted.
      rest = read.subarray(Math.max(0, read.length - mark.length + 1));
    }
    const wholeS = (performance.now() - startedAt) / 1_000;
    over.abort();
    await watching;
    admin.close();
    return {
      logs,
      startS: toTenths(server.startMs / 1_000),
      firstByteMs: Math.round(firstByteMs),
      wholeS: toTenths(wholeS),
      sentMb: Math.round(bytes / 1e6),
      beforeMb: before,
      mostMb: most,
      othersMostMs: Math.round(othersMostMs),
    };
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Megabytes that the server's process holds. */
async function readMemory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)/m.exec(metrics) ?? [];
  return Math.round(Number(bytes) / 1e6);
}
