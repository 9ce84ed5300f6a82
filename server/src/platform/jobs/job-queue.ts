import { type Kysely, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

const SCHEMA = 'jobs';
/** Stopping and killing processes counts as well, so an innocent job may live through a few restarts. */
const RETRY_LIMIT = 5;
const RETRY_DELAY_SECONDS = 5;
/** A worker that has not been heard of for so long has lost its job to the next one. */
const LEASE_SECONDS = 60;
/** How often it is looked for lost leases, so that no job waits for a second lease. */
const LOST_CHECK_SECONDS = 15;
const POLL_SECONDS = 2;
/** Longest run of one job; the vectors of the largest document take less than half of it. */
const EXPIRES_SECONDS = 3_600;
/** Any number, the same in every process that prepares this database, and not that of the migrations. */
const ADVISORY_LOCK = 7_305_513;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** What a job carries: identifiers, never content. */
export type JobPayload = Record<string, string>;

/**
 * Durable background work. A job is done at least once: a process that dies while working loses its
 * lease and the job is taken up again, so work must be repeatable.
 */
export interface JobQueue {
  /**
   * Adds a job; inside a transaction when one is given, so that row and job appear together. Work of
   * the same name and payload that waits or runs already stands for this job as well.
   */
  enqueue(name: string, payload: JobPayload, trx?: Kysely<Tables>): Promise<void>;
}

/** One kind of work. `signal` aborts when the process shuts down or the job's time is over. */
export interface JobHandler {
  name: string;
  handle(payload: JobPayload, signal: AbortSignal): Promise<void>;
  /** Called in place of another try when every process that tried has died or failed. */
  giveUp?(payload: JobPayload): Promise<void>;
  /**
   * When the job comes by itself, without payload: five fields of cron, in UTC. However many
   * processes work, it comes once; one that was missed while none ran comes at the next start.
   */
  cron?: string;
}

/** A queue whose work can be done in this process. */
export interface RunningJobQueue extends JobQueue {
  /** Does the work of the given kinds in this process until stopped. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  /** Lets running jobs abort and waits for them, at most ten seconds. */
  stop(): Promise<void>;
}

/** The job queue, kept in the database itself under the schema `jobs`. */
export async function createJobQueue(deps: {
  database: Database;
  names: readonly string[];
  log: Logger;
}): Promise<RunningJobQueue> {
  const { database, log } = deps;
  const boss = new PgBoss({
    schema: SCHEMA,
    backend: database.engine,
    db: { executeSql: (text, values) => database.execute(text, values ?? []) },
    superviseIntervalSeconds: LOST_CHECK_SECONDS,
    // Shorter than the interval, else every second look would come a moment too early.
    monitorIntervalSeconds: LOST_CHECK_SECONDS - 5,
  });
  boss.on('error', (error) => log.error({ event: 'jobs_error', err: error }));
  await oneAtATime(database, () => prepare(boss, deps.names));
  for (const name of deps.names) {
    // The library looks a queue up at its first use, on a connection of its own. Inside a
    // transaction on the embedded database that would wait for itself, so the first use is here.
    await boss.findJobs(name, { id: NO_JOB });
  }
  if (database.engine === 'pglite') await freeAbandonedJobs(database);
  const shutdown = new AbortController();
  const workers = new Map<string, string>();

  return {
    async enqueue(name, payload, trx) {
      await boss.send(name, payload, {
        singletonKey: identify(payload),
        ...(trx && { db: throughTransaction(trx) }),
      });
      const worker = workers.get(name);
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    async work(handlers) {
      for (const handler of handlers) {
        const options = { pollingIntervalSeconds: POLL_SECONDS };
        const id = await boss.work<JobPayload>(handler.name, options, async ([job]) => {
          if (job === undefined) return;
          const signal = AbortSignal.any([job.signal, shutdown.signal]);
          try {
            await handler.handle(job.data, signal);
          } catch (error) {
            const about = { job: handler.name, id: job.id };
            if (shutdown.signal.aborted) log.info({ event: 'job_interrupted', ...about });
            else log.error({ event: 'job_failed', ...about, err: error });
            throw error;
          } finally {
            // Where there was one job there may be more: no need to wait for the next poll.
            const worker = workers.get(handler.name);
            if (worker !== undefined) boss.notifyWorker(worker);
          }
        });
        workers.set(handler.name, id);
        await giveUpWhatFailed(boss, handler, log);
        await keepSchedule(boss, handler);
      }
    },
    async stop() {
      shutdown.abort();
      await boss.stop({ graceful: true, timeout: 10_000, close: false });
    },
  };
}

async function prepare(boss: PgBoss, names: readonly string[]): Promise<void> {
  await boss.start();
  for (const name of names) {
    await boss.createQueue(givenUp(name));
    await boss.createQueue(name, {
      policy: 'exclusive',
      deadLetter: givenUp(name),
      retryLimit: RETRY_LIMIT,
      retryDelay: RETRY_DELAY_SECONDS,
      heartbeatSeconds: LEASE_SECONDS,
      expireInSeconds: EXPIRES_SECONDS,
    });
  }
}

/** What makes a job the same work as another of its name. */
function identify(payload: JobPayload): string {
  return JSON.stringify(payload);
}

/** The queue of jobs that nobody could do. */
function givenUp(name: string): string {
  return `${name}-given-up`;
}

async function giveUpWhatFailed(boss: PgBoss, handler: JobHandler, log: Logger): Promise<void> {
  if (handler.giveUp === undefined) return;
  const options = { pollingIntervalSeconds: POLL_SECONDS };
  await boss.work<JobPayload>(givenUp(handler.name), options, async ([job]) => {
    if (job === undefined) return;
    log.error({ event: 'job_given_up', job: handler.name, id: job.id });
    await handler.giveUp?.(job.data);
  });
}

async function keepSchedule(boss: PgBoss, { name, cron }: JobHandler): Promise<void> {
  if (cron === undefined) await boss.unschedule(name);
  else await boss.schedule(name, cron, {}, { missed: 'once', singletonKey: identify({}) });
}

/** Servers and workers that start together on an empty database would trip over each other's tables. */
async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  // The embedded database has one process, and one connection, which the work needs itself.
  if (database.engine === 'pglite') return work();
  await database.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
    await work();
  });
}

function throughTransaction(trx: Kysely<Tables>) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const query = { kind: 'RawNode', sqlFragments: [text], parameters: [] } as const;
      const { rows } = await trx.executeQuery<Record<string, unknown>>({
        sql: text,
        parameters: values,
        query,
        queryId: { queryId: 'jobs' },
      });
      return { rows: [...rows] };
    },
  };
}

/** The embedded database has one process, so a job that is active at start lost its worker. */
async function freeAbandonedJobs(database: Database): Promise<void> {
  await sql`update ${sql.ref(`${SCHEMA}.job`)} set state = 'retry', start_after = now()
    where state = 'active'`.execute(database.db);
}
