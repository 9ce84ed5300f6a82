import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

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
