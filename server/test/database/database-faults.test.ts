import { errorReplySchema } from '@pathway/contract/error-reply';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INGEST_DOCUMENT_JOB } from '../../src/documents/ingest-document.ts';
import { wrapPgliteSession } from '../../src/platform/db/pglite/open-pglite-database.ts';
import type { PgliteSession } from '../../src/platform/db/pglite/open-pglite.ts';
import { createJobQueue } from '../../src/platform/jobs/job-queue.ts';
import { CRAWL_SITE_JOB } from '../../src/sites/site-store.ts';
import { buildTestApp, type Person, type TestApp } from '../build-test-app.ts';
import { type Change, CHANGES } from '../every-change.ts';
import { openMigratedPglite } from '../open-migrated-pglite.ts';

/** A full disk, at the statements that are told to meet it. */
interface Fault {
  /** How many statements succeed before; undefined lets all succeed. */
  after: number | undefined;
  /** Whether only that statement fails, or it and all that follow. */
  lasting: boolean;
}

const fault: Fault = { after: undefined, lasting: false };

function failing(session: PgliteSession): PgliteSession {
  return {
    close: () => session.close(),
    query(sql, values) {
      // What a lost connection does by itself: nothing that was begun is kept.
      if (fault.after === undefined || sql === 'rollback') return session.query(sql, values);
      if (fault.after > 0) {
        fault.after -= 1;
        return session.query(sql, values);
      }
      if (!fault.lasting) fault.after = undefined;
      return Promise.reject(Object.assign(new Error('No space left on device'), { code: '53100' }));
    },
  };
}

let server: TestApp;
let admin: Person;
beforeAll(async () => {
  const session = failing(await openMigratedPglite(new URL('../../migrations/', import.meta.url)));
  const database = wrapPgliteSession(session);
  server = await buildTestApp({
    database,
    jobs: await createJobQueue({
      database,
      names: [INGEST_DOCUMENT_JOB, CRAWL_SITE_JOB],
      log: pino({ level: 'silent' }),
    }),
    limits: {
      chatPerMinute: 1_000_000,
      chatPerDay: 1_000_000,
      uploadsPerHour: 1_000_000,
      followForMs: 0,
    },
  });
  admin = await server.signIn({ isAdmin: true });
});
afterAll(() => server.close());

/** How a change went whose database failed at one statement. */
interface Outcome {
  status: number;
  /** Whether the reply told of the failure as every failure is told. */
  said: boolean;
  effects: number;
  /** The same call once more, with the database well again. */
  repeated?: { status: number; effects: number };
}

async function meetFault(change: Change, at: Fault): Promise<Outcome & { wasMet: boolean }> {
  const { as, call, effects } = await change.prepare({ server, admin });
  Object.assign(fault, at);
  const reply = await server.call(as, call);
  const wasMet = fault.after === undefined || fault.after === 0;
  fault.after = undefined;
  const status = reply.statusCode;
  const first = { wasMet, status, effects: await effects() };
  if (status === 200) return { ...first, said: false };
  const said = errorReplySchema.safeParse(reply.json()).success;
  const again = await server.call(as, call);
  return { ...first, said, repeated: { status: again.statusCode, effects: await effects() } };
}

const done: Outcome = { status: 200, said: false, effects: 1 };
const refused: Outcome = { status: 503, said: true, effects: 0 };
const ALLOWED: readonly Outcome[] = [
  done,
  { ...refused, repeated: { status: 200, effects: 1 } },
  // The row of a question that could not even be marked as failed is free again after a time.
  { ...refused, repeated: { status: 409, effects: 0 } },
];

describe.each([
  ['one statement fails', false],
  ['the database fails from a statement on', true],
])('when %s', (_mode, lasting) => {
  test.each(CHANGES)('$name is whole or undone, and can be repeated', async (change) => {
    let after = 0;
    let wasMet = true;
    while (wasMet) {
      const { wasMet: met, ...outcome } = await meetFault(change, { after, lasting });
      expect(ALLOWED).toContainEqual(outcome);
      wasMet = met;
      after += 1;
    }
    // The smallest of these calls reads the session and writes once.
    expect(after).toBeGreaterThanOrEqual(2);
  });
});
