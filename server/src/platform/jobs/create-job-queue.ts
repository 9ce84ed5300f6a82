import { sql, type Kysely } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { JobHandler, JobPayload, JobQueue } from './job-queue.ts';

const SCHEMA = 'jobs';
const RETRY_LIMIT = 2;
const RETRY_DELAY_SECONDS = 5;
/** A worker that has not been heard of for so long has lost its job to the next one. */
const LEASE_SECONDS = 60;
const POLL_SECONDS = 2;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

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
    schedule: false,
  });
  boss.on('error', (error) => log.error({ event: 'jobs_error', err: error }));
  await boss.start();
  for (const name of deps.names) {
    await boss.createQueue(name, {
      retryLimit: RETRY_LIMIT,
      retryDelay: RETRY_DELAY_SECONDS,
      heartbeatSeconds: LEASE_SECONDS,
    });
    // The library looks a queue up at its first use, on a connection of its own. Inside a
    // transaction on the embedded database that would wait for itself, so the first use is here.
    await boss.findJobs(name, { id: NO_JOB });
  }
  if (database.engine === 'pglite') await freeAbandonedJobs(database);
  const shutdown = new AbortController();
  const workers = new Map<string, string>();

  return {
    async enqueue(name, payload, trx) {
      await boss.send(name, payload, trx === undefined ? {} : { db: throughTransaction(trx) });
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
          }
        });
        workers.set(handler.name, id);
      }
    },
    async stop() {
      shutdown.abort();
      await boss.stop({ graceful: true, timeout: 10_000, close: false });
    },
  };
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
