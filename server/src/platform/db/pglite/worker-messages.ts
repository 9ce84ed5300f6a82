import type { PgliteResult } from './pglite-session.ts';

/** What the server's thread asks of the thread that owns the database. */
export type WorkerRequest =
  | { kind: 'query'; id: number; sql: string; values: readonly unknown[] }
  | { kind: 'close'; id: number };

/** What it is answered. `fields` are those of a PostgreSQL error, such as `code`. */
export type WorkerReply =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string; fields: Record<string, unknown> }
  | ({ kind: 'result'; id: number } & PgliteResult)
  | { kind: 'error'; id: number; message: string; fields: Record<string, unknown> }
  | { kind: 'closed' };
