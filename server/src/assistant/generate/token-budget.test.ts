import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createTokenBudget } from './token-budget.ts';

const DAY_MS = 86_400_000;

describe.each(TEST_ENGINES)('on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  async function addUser(): Promise<string> {
    const { id } = await database.db
      .insertInto('users')
      .values({ provider_user_id: randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  test('a person, and everybody together, have a daily limit of tokens', async () => {
    const clock = createTestClock(new Date('2026-11-20T23:00:00Z'));
    const limits = { perUserPerDay: 100, perDay: 250 };
    const budget = createTokenBudget({ db: database.db, clock }, limits);
    const [ann, bo, cy] = [await addUser(), await addUser(), await addUser()];
    await budget.spend(ann, 60);
    expect(await budget.hasRoom(ann)).toBe(true);
    await Promise.all([budget.spend(ann, 20), budget.spend(ann, 20)]);
    expect(await budget.hasRoom(ann)).toBe(false);
    expect(await budget.hasRoom(bo)).toBe(true);
    await budget.spend(bo, 150);
    expect(await budget.hasRoom(cy)).toBe(false);
    clock.advance(DAY_MS);
    expect(await budget.hasRoom(ann)).toBe(true);
  });

  test('a deleted person leaves no figures behind', async () => {
    const budget = createTokenBudget(
      { db: database.db, clock: createTestClock() },
      { perUserPerDay: 1, perDay: 1 },
    );
    const id = await addUser();
    await budget.spend(id, 5);
    await database.db.deleteFrom('users').where('id', '=', id).execute();
    const rows = await database.db
      .selectFrom('model_usage')
      .where('user_id', '=', id)
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
  });
});
