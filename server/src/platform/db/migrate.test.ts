import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

describe.each(TEST_ENGINES)('migrations on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  async function folderWith(files: Record<string, string>): Promise<URL> {
    const folder = join(await temporaryFolder(), 'migrations');
    await mkdir(folder);
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return pathToFileURL(folder);
  }

  test('are applied once, also when several processes start together', async () => {
    const folder = await folderWith({
      '0001_count.sql': 'create table once (n integer); insert into once values (1);',
    });
    const set = [{ name: 'once', folder }];
    await Promise.all([migrate(database.db, set), migrate(database.db, set)]);
    await migrate(database.db, set);
    const { rows } = await sql<{ n: number }>`select n from once`.execute(database.db);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('leave nothing behind when a statement in the middle fails', async () => {
    const folder = await folderWith({
      '0001_broken.sql': 'create table half_done (n integer); select no_such_function();',
    });
    await expect(migrate(database.db, [{ name: 'broken', folder }])).rejects.toThrow();
    const { rows } = await sql<{ found: string | null }>`
      select to_regclass('half_done')::text as found`.execute(database.db);
    expect(rows[0]?.found).toBeNull();
  });

  test('refuse a database that is newer than the program', async () => {
    const newer = await folderWith({ '0001_a.sql': 'select 1;', '0002_b.sql': 'select 1;' });
    await migrate(database.db, [{ name: 'newer', folder: newer }]);
    const older = await folderWith({ '0001_a.sql': 'select 1;' });
    await expect(migrate(database.db, [{ name: 'newer', folder: older }])).rejects.toThrow(
      'The database is newer than this program (it has 0002_b.sql).',
    );
  });

  test('refuse a file that changed after it was applied', async () => {
    const first = await folderWith({ '0001_a.sql': 'select 1;' });
    await migrate(database.db, [{ name: 'changed', folder: first }]);
    const changed = await folderWith({ '0001_a.sql': 'select 2;' });
    await expect(migrate(database.db, [{ name: 'changed', folder: changed }])).rejects.toThrow(
      'Migration 0001_a.sql has changed since it was applied.',
    );
  });
});
