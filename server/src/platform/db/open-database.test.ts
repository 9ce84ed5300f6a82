import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

const opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

async function openEmbedded(dataDir: string): Promise<Database> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  opened.push(database);
  return database;
}

describe('the embedded database', () => {
  let made = '';
  // Making the files of a database takes seconds, copying them a moment.
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'database-'));
    const database = await openDatabase({ databaseUrl: undefined, dataDir: made });
    await database.close();
  });
  afterAll(() => rm(made, { recursive: true, force: true }));

  async function emptyDatabase(): Promise<string> {
    const dataDir = await temporaryFolder();
    await cp(made, dataDir, { recursive: true });
    return dataDir;
  }

  test('keeps what it acknowledged over a close, with fsync switched on', async () => {
    const dataDir = await emptyDatabase();
    const first = await openEmbedded(dataDir);
    await first.execute('create table kept (n integer)');
    await first.execute('insert into kept values ($1)', [7]);
    expect((await first.execute('show fsync')).rows).toEqual([{ fsync: 'on' }]);
    await first.close();
    const second = await openEmbedded(dataDir);
    expect((await second.execute('select n from kept')).rows).toEqual([{ n: 7 }]);
  });

  test('refuses a directory that is in use, and gives it free when closed', async () => {
    const dataDir = await emptyDatabase();
    const first = await openEmbedded(dataDir);
    await expect(openEmbedded(dataDir)).rejects.toThrow(
      'Data directory is in use by another process.',
    );
    await first.close();
    await expect(openEmbedded(dataDir)).resolves.toBeDefined();
  });

  test('carries the fields of a PostgreSQL error out of its thread', async () => {
    const database = await openEmbedded(await emptyDatabase());
    await database.execute('create table one (n integer primary key)');
    await database.execute('insert into one values (1)');
    await expect(database.execute('insert into one values (1)')).rejects.toMatchObject({
      code: '23505',
      constraint: 'one_pkey',
    });
  });
});

test('an unreachable DATABASE_URL ends in one line', async () => {
  const open = openDatabase({
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    dataDir: await temporaryFolder(),
  });
  await expect(open).rejects.toThrow(/^The database in DATABASE_URL cannot be reached: [^\n]+$/);
});

describe.each(TEST_ENGINES)('on %s', (engine) => {
  test('transactions that run at the same time never mix', async () => {
    const database = await createTestDatabase(engine);
    opened.push(database);
    const failing = database.db.transaction().execute(async (trx) => {
      await trx.insertInto('admin_grants').values({ email: 'gone@example.org' }).execute();
      throw new Error('rolled back');
    });
    const others = ['a', 'b', 'c'].map((name) =>
      database.db.transaction().execute(async (trx) => {
        await trx
          .insertInto('admin_grants')
          .values({ email: `${name}@example.org` })
          .execute();
      }),
    );
    const results = await Promise.allSettled([failing, ...others]);
    expect(results.map((result) => result.status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    const rows = await database.db
      .selectFrom('admin_grants')
      .select('email')
      .orderBy('email')
      .execute();
    expect(rows.map((row) => row.email)).toEqual([
      'a@example.org',
      'b@example.org',
      'c@example.org',
    ]);
  });

  test('bigints are numbers and dates are days', async () => {
    const database = await createTestDatabase(engine);
    opened.push(database);
    const { rows } = await database.execute(
      "select count(*) as n, date '2026-06-15' as day from users",
    );
    expect(rows).toEqual([{ n: 0, day: '2026-06-15' }]);
  });
});
