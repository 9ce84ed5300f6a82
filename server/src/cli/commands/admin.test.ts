import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import { UsageError, type Report } from '../operator-command.ts';
import { adminCommand } from './admin.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('users')
    .values({ provider_user_id: 'p1', email: 'ann@example.org' })
    .execute();
});
afterAll(() => database.close());

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const report = (told: Report) => {
    if (told.kind === 'line') lines.push(told.text);
  };
  const services = { database } as Services;
  await adminCommand.run(services, args, report, new AbortController().signal);
  return lines;
}

const readUser = () =>
  database.db
    .selectFrom('users')
    .select(['is_admin', 'tier'])
    .where('email', '=', 'ann@example.org')
    .executeTakeFirstOrThrow();

test('a known person becomes administrator at once and stops being one at once', async () => {
  expect(await run('list')).toEqual(['There is no administrator yet.']);
  expect(await run('grant', ' Ann@Example.org ')).toEqual([
    'ann@example.org is an administrator now.',
  ]);
  expect(await readUser()).toMatchObject({ is_admin: true });
  expect(await run('list')).toEqual(['ann@example.org']);
  await run('revoke', 'ann@example.org');
  expect(await readUser()).toMatchObject({ is_admin: false });
  expect(await run('list')).toEqual(['There is no administrator yet.']);
});

test('an unknown address waits for its first sign-in', async () => {
  expect(await run('grant', 'new@example.org')).toEqual([
    'new@example.org becomes an administrator at the first sign-in.',
  ]);
  expect(await run('list')).toEqual(['new@example.org (has not signed in yet)']);
  await run('revoke', 'new@example.org');
});

test('the tier of a person decides which consent they are asked for', async () => {
  await run('tier', 'public', 'ann@example.org');
  expect(await readUser()).toMatchObject({ tier: 'public' });
  await expect(run('tier', 'public', 'nobody@example.org')).rejects.toThrow(
    'Nobody has signed in as nobody@example.org yet.',
  );
});

test.each([
  [[]],
  [['grant']],
  [['grant', 'no address']],
  [['promote', 'a@b.cc']],
  [['tier', 'gold', 'a@b.cc']],
])('words that make no sense are refused: %j', async (words) => {
  await expect(run(...words)).rejects.toThrow(UsageError);
});
