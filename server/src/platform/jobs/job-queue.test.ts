import { pino } from 'pino';
import { describe, expect, test, type TestContext } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../db/database.ts';
import { createJobQueue, type RunningJobQueue } from './job-queue.ts';

const log = pino({ level: 'silent' });
/** Each test has a queue of its own and spends its time waiting for the clock. */
const TOGETHER = { concurrent: true };

async function openQueue({ onTestFinished }: TestContext, engine: Database['engine']) {
  const database = await createTestDatabase(engine);
  onTestFinished(() => database.close());
  const start = async (): Promise<RunningJobQueue> => {
    const queue = await createJobQueue({ database, names: ['greet'], log });
    onTestFinished(() => queue.stop());
    return queue;
  };
  return { database, start };
}

describe.each(TEST_ENGINES)('the job queue on %s', TOGETHER, (engine) => {
  test('does a job once, with what it was given', async (context) => {
    const { start } = await openQueue(context, engine);
    const queue = await start();
    const done = Promise.withResolvers<Record<string, string>>();
    const handle = async (payload: Record<string, string>) => done.resolve(payload);
    await queue.work([{ name: 'greet', handle }]);
    await queue.enqueue('greet', { id: 'a' });
    await expect(done.promise).resolves.toEqual({ id: 'a' });
  });

  test('a job that is added in a transaction vanishes with it', async (context) => {
    const { database, start } = await openQueue(context, engine);
    const queue = await start();
    const seen: string[] = [];
    const last = Promise.withResolvers<void>();
    await database.db
      .transaction()
      .execute(async (trx) => {
        await queue.enqueue('greet', { id: 'never' }, trx);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await queue.enqueue('greet', { id: 'last' });
    const handle = async ({ id = '' }: Record<string, string>) => {
      seen.push(id);
      if (id === 'last') last.resolve();
    };
    await queue.work([{ name: 'greet', handle }]);
    await last.promise;
    expect(seen).toEqual(['last']);
  });
});

describe.each(TEST_ENGINES)('work that comes more than once on %s', TOGETHER, (engine) => {
  test('what waits or runs already is not added again, and can be once it is done', async (context) => {
    const { start } = await openQueue(context, engine);
    const queue = await start();
    const seen: string[] = [];
    const finish = Promise.withResolvers<void>();
    const [started, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await queue.enqueue('greet', { id: 'a' });
    await queue.enqueue('greet', { id: 'a' });
    const handle = async ({ id = '' }: Record<string, string>) => {
      seen.push(id);
      if (id === 'last') return last.resolve();
      started.resolve();
      await finish.promise;
    };
    await queue.work([{ name: 'greet', handle }]);
    await started.promise;
    await queue.enqueue('greet', { id: 'a' });
    await queue.enqueue('greet', { id: 'last' });
    finish.resolve();
    await last.promise;
    expect(seen).toEqual(['a', 'last']);
  });

  test('a job that comes by itself comes once, however many processes work', async (context) => {
    const { database, start } = await openQueue(context, engine);
    const first = await start();
    await first.work([{ name: 'greet', handle: () => Promise.resolve(), cron: '* * * * *' }]);
    await first.stop();
    // The library looks at its clock every half minute; as if that had passed, and nothing come yet.
    await database.execute('update jobs.version set cron_on = null; delete from jobs.job');
    const queues = engine === 'pglite' ? [await start()] : [await start(), await start()];
    let count = 0;
    const came = Promise.withResolvers<void>();
    const handle = async () => {
      count += 1;
      came.resolve();
    };
    for (const queue of queues) await queue.work([{ name: 'greet', handle, cron: '* * * * *' }]);
    await came.promise;
    for (const queue of queues) await queue.stop();
    expect(count).toBe(1);
  });

  test('a job that nobody can do is given up', async (context) => {
    const { database, start } = await openQueue(context, engine);
    const queue = await start();
    const given = Promise.withResolvers<Record<string, string>>();
    await queue.enqueue('greet', { id: 'a' });
    await database.execute('update jobs.job set retry_limit = 0');
    const handle = () => Promise.reject(new Error('broken'));
    const giveUp = async (payload: Record<string, string>) => given.resolve(payload);
    await queue.work([{ name: 'greet', handle, giveUp }]);
    await expect(given.promise).resolves.toEqual({ id: 'a' });
  });
});

test.runIf(TEST_ENGINES.includes('postgres'))(
  'several processes may start together on an empty database',
  TOGETHER,
  async (context) => {
    const { start } = await openQueue(context, 'postgres');
    const queues = await Promise.all([start(), start(), start()]);
    expect(queues).toHaveLength(3);
  },
);

test('a job whose process died is taken up at the next start', TOGETHER, async (context) => {
  const { database, start } = await openQueue(context, 'pglite');
  const first = await start();
  const started = Promise.withResolvers<void>();
  await first.work([
    {
      name: 'greet',

      handle: (_, signal) => {
        started.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    },
  ]);
  await first.enqueue('greet', { id: 'a' });
  await started.promise;
  const second = await createJobQueue({ database, names: ['greet'], log });
  context.onTestFinished(() => second.stop());
  const done = Promise.withResolvers<string | undefined>();
  await second.work([{ name: 'greet', handle: async ({ id }) => done.resolve(id) }]);
  await expect(done.promise).resolves.toBe('a');
});
