import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** What a job carries: identifiers, never content. */
export type JobPayload = Record<string, string>;

/**
 * Durable background work. A job is done at least once: a process that dies while working loses its
 * lease and the job is taken up again, so work must be repeatable.
 */
export interface JobQueue {
  /** Adds a job; inside a transaction when one is given, so that row and job appear together. */
  enqueue(name: string, payload: JobPayload, trx?: Kysely<Tables>): Promise<void>;
}

/** One kind of work. `signal` aborts when the process shuts down or the job's time is over. */
export interface JobHandler {
  name: string;
  handle(payload: JobPayload, signal: AbortSignal): Promise<void>;
}
