import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { PgliteSession } from './pglite-session.ts';

/**
 * Lends out the only connection of PGlite to one holder at a time, in order of asking. A
 * transaction therefore never sees another request's statements in its middle. Inside a
 * transaction, use the transaction: asking the pool again from there waits for itself.
 */
export function createSingleConnectionPool(session: PgliteSession): PostgresPool {
  let turn: Promise<void> = Promise.resolve();

  return {
    options: {},
    async connect() {
      const previous = turn;
      const mine = Promise.withResolvers<void>();
      turn = mine.promise;
      await previous;
      return lend(session, mine.resolve);
    },
    end: () => session.close(),
  };
}

function lend(session: PgliteSession, release: () => void): PostgresPoolClient {
  async function query(sql: unknown, values: readonly unknown[] = []) {
    const { rows, affectedRows } = await session.query(String(sql), values);
    return { command: 'UPDATE', rowCount: affectedRows, rows };
  }
  return { query: query as PostgresPoolClient['query'], release };
}
