import { Worker } from 'node:worker_threads';
import type { PgliteResult, PgliteSession } from './open-pglite.ts';

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

interface Waiting {
  resolve(result: PgliteResult): void;
  reject(error: Error): void;
}

/**
 * Opens the database of `folder` in a worker thread, so that a long statement never holds up the
 * server's event loop.
 *
 * @throws when the folder cannot be opened as a database.
 */
export async function startPgliteWorker(folder: string): Promise<PgliteSession> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { folder },
  });
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let lastId = 0;
  let failure: Error | undefined;

  const fail = (error: Error) => {
    failure ??= error;
    ready.reject(error);
    for (const entry of waiting.values()) entry.reject(error);
    waiting.clear();
    closed.resolve();
  };
  const settle = (id: number) => {
    const entry = waiting.get(id);
    waiting.delete(id);
    return entry;
  };
  worker.on('message', (reply: WorkerReply) => {
    if (reply.kind === 'ready') ready.resolve();
    else if (reply.kind === 'failed') fail(toError(reply));
    else if (reply.kind === 'closed') closed.resolve();
    else if (reply.kind === 'error') settle(reply.id)?.reject(toError(reply));
    else settle(reply.id)?.resolve({ rows: reply.rows, affectedRows: reply.affectedRows });
  });
  worker.on('error', (error) => fail(error as Error));
  worker.on('exit', () => fail(new Error('The database thread ended.')));

  const send = (request: WorkerRequest) => worker.postMessage(request);
  await ready.promise.catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });

  return {
    query(sql, values) {
      if (failure !== undefined) return Promise.reject(failure);
      const id = ++lastId;
      return new Promise<PgliteResult>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ kind: 'query', id, sql, values });
      });
    },
    async close() {
      if (failure === undefined) send({ kind: 'close', id: ++lastId });
      await closed.promise;
      await worker.terminate();
    },
  };
}

function toError(reply: { message: string; fields: Record<string, unknown> }): Error {
  return Object.assign(new Error(reply.message), reply.fields);
}
