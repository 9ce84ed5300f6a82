import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** One database, whichever engine keeps it. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly engine: 'pglite' | 'postgres';
  /** Runs SQL outside the query builder; several statements are allowed when there are no values. */
  execute(sql: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Ends running work, flushes to disk and closes. Safe to call twice. */
  close(): Promise<void>;
}
