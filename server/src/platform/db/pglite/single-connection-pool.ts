import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { PgliteResult, PgliteSession } from './open-pglite.ts';

const BEGINS = /^\s*(?:begin|start\s+transaction)\b/i;

/**
 * Shares out the only connection of PGlite in order of asking. A transaction has it alone from its
 * beginning until its holder gives it back, so that it never sees another request's statements in its
 * middle; inside a transaction, use the transaction: asking the pool again from there waits for itself.
 * Any other statement is handed on at once and its answer awaited outside, so that the database, in its
 * own thread, has the next one at hand while this thread is busy. Settings of a connection therefore
 * last only inside a transaction.
 */
export function createSingleConnectionPool(session: PgliteSession): PostgresPool {
  let turn: Promise<void> = Promise.resolve();
  let ended = false;
  /** Settles when everything that was handed on is done. */
  let handedOn: Promise<unknown> = Promise.resolve();

  async function takeTurn(): Promise<() => void> {
    const previous = turn;
    const mine = Promise.withResolvers<void>();
    turn = mine.promise;
    await previous;
    return mine.resolve;
  }

  function send(sql: string, values: readonly unknown[]): Promise<PgliteResult> {
    const answer = session.query(sql, values);
    handedOn = Promise.allSettled([handedOn, answer]);
    return answer;
  }

  function lend(): PostgresPoolClient {
    let endTurn: (() => void) | undefined;
    let isReleased = false;

    async function run(sql: string, values: readonly unknown[]): Promise<PgliteResult> {
      if (endTurn !== undefined) return send(sql, values);
      const pass = await takeTurn();
      if (isReleased) {
        pass();
        throw new Error('The connection was given back before its statement began.');
      }
      if (BEGINS.test(sql)) endTurn = pass;
      const answer = send(sql, values);
      if (endTurn === undefined) pass();
      return answer;
    }
    async function query(sql: unknown, values: readonly unknown[] = []) {
      const { rows, affectedRows } = await run(String(sql), values);
      return { command: 'UPDATE', rowCount: affectedRows, rows };
    }
    return {
      query: query as PostgresPoolClient['query'],
      release() {
        isReleased = true;
        endTurn?.();
      },
    };
  }

  return {
    options: {},
    async connect() {
      if (ended) throw new Error('The database is closed.');
      return lend();
    },
    async end() {
      ended = true;
      await takeTurn();
      await handedOn;
      await session.close();
    },
  };
}
