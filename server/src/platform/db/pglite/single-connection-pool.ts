import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { PgliteSession } from './pglite-session.ts';

/**
 * Lends out the only connection of PGlite to one holder at a time, in order of asking. A
 * transaction therefore never sees another request's statements in its middle. Inside a
 * transaction, use the transaction: asking the pool again from there waits for itself.
 */
export function createSingleConnectionPool(session: PgliteSession): PostgresPool {
  let turn: Promise<void> = Promise.resolve();
  let ended = false;

  async function takeTurn(): Promise<() => void> {
    const previous = turn;
    const mine = Promise.withResolvers<void>();
    turn = mine.promise;
    await previous;
    return mine.resolve;
  }
  return {
    options: {},
    async connect() {
      if (ended) throw new Error('The database is closed.');
      return lend(session, await takeTurn());
    },
    async end() {
      ended = true;
      await takeTurn();
      await session.close();
    },
  };
}

function lend(session: PgliteSession, release: () => void): PostgresPoolClient {
  async function query(sql: unknown, values: readonly unknown[] = []) {
    const { rows, affectedRows } = await session.query(String(sql), values);
    return { command: 'UPDATE', rowCount: affectedRows, rows };
  }
  return { query: query as PostgresPoolClient['query'], release };
}
