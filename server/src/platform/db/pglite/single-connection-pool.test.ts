import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSingleConnectionPool } from './single-connection-pool.ts';

/** A connection that answers when it is told to, and notes what it was sent in order. */
function createSlowSession() {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  const answer = { rows: [], affectedRows: 0 };
  return {
    sent,
    answerNext: () => waiting.shift()?.(),
    query(sql: string) {
      sent.push(sql);
      return new Promise<typeof answer>((resolve) => waiting.push(() => resolve(answer)));
    },
    async close() {
      sent.push('closed');
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a statement is handed on before the one in front of it is answered, and the end waits for both', async () => {
  const session = createSlowSession();
  const pool = createSingleConnectionPool(session);
  const clients = [await pool.connect(), await pool.connect()];
  const answers = clients.map(async (client, n) => {
    await client.query(`select ${n}`, []);
    client.release();
  });
  await settle();
  expect(session.sent).toEqual(['select 0', 'select 1']);
  const ended = pool.end();
  session.answerNext();
  await settle();
  expect(session.sent).not.toContain('closed');
  session.answerNext();
  await Promise.all([...answers, ended]);
  expect(session.sent.at(-1)).toBe('closed');
  await expect(pool.connect()).rejects.toThrow('The database is closed.');
});

test('nothing comes between the statements of a transaction, whoever asks and whenever', async () => {
  const task = fc.record({
    isTransaction: fc.boolean(),
    statements: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(task, { maxLength: 8 }), async (scheduler, tasks) => {
      const sent: string[] = [];
      // What reaches the session is in order at once; only its answers come when they like.
      const session = {
        query: (sql: string) => {
          sent.push(sql);
          return scheduler.schedule(Promise.resolve({ rows: [], affectedRows: 0 }));
        },
        close: () => Promise.resolve(),
      };
      const pool = createSingleConnectionPool(session);
      const work = tasks.map(async ({ isTransaction, statements }, n) => {
        const client = await pool.connect();
        if (isTransaction) await client.query(`begin ${n}`, []);
        for (let at = 0; at < statements; at += 1) await client.query(`${n}`, []);
        if (isTransaction) await client.query(`commit ${n}`, []);
        client.release();
      });
      await scheduler.waitFor(Promise.all(work));
      await pool.end();
      let holder: string | undefined;
      for (const sql of sent) {
        const [verb = '', name = verb] = sql.split(' ');
        expect(name).toBe(holder ?? name);
        if (verb === 'begin') holder = name;
        if (verb === 'commit') holder = undefined;
      }
      expect(sent).toHaveLength(
        tasks.reduce((sum, one) => sum + one.statements + (one.isTransaction ? 2 : 0), 0),
      );
    }),
  );
});
