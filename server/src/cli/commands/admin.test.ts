import { CONSENT_VERSION } from '@pathway/contract/limits';
import { identityMigrations } from '@pathway/identity/mount';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { findEverywhere } from '../../../test/find-everywhere.ts';
import { systemClock } from '../../platform/clock.ts';
import { migrate } from '../../platform/db/migrate.ts';
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
  const services = { database, clock: systemClock } as Services;
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

test('[AUTH-06] whoever asks for it is erased, here and at the embedded provider', async () => {
  const { db } = database;
  const accountId = randomUUID();
  const now = new Date();
  await migrate(db, [{ name: 'identity', folder: identityMigrations }]);
  await database.execute(
    'insert into identity.users (id, created_at, updated_at) values ($1, $2, $2)',
    [accountId, now],
  );
  await database.execute(
    `insert into identity.emails (id, user_id, address, is_verified, is_primary, created_at)
     values ($1, $2, $3, true, true, $4)`,
    [randomUUID(), accountId, 'leaves@example.org', now],
  );
  const { id } = await db
    .insertInto('users')
    .values({ provider_user_id: accountId, email: 'leaves@example.org' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('chat_logs')
    .values({
      user_id: id,
      user_type: 'free_auth',
      session_id: 'session-0001',
      prompt: 'asked by leaves@example.org',
      status: 'answered',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('public_consents')
    .values({
      consent_type: 'public',
      version: CONSENT_VERSION,
      session_id: 'session-0001',
      first_name: 'Lee',
      last_name: 'Aves',
      email: 'Leaves@example.org',
      accepted_at: now,
    })
    .execute();
  await run('grant', 'leaves@example.org');
  expect(await findEverywhere(database, 'eaves@example.org')).toHaveLength(5);
  expect(await run('erase', 'Leaves@Example.org')).toEqual([
    'Everything about leaves@example.org is erased here. Copies made before still hold it.',
  ]);
  expect(await findEverywhere(database, 'eaves@example.org')).toEqual([]);
  expect(await findEverywhere(database, id)).toEqual([]);
  await expect(run('erase', 'leaves@example.org')).rejects.toThrow(
    'Nobody has signed in as leaves@example.org yet.',
  );
});

test.each([
  [[]],
  [['grant']],
  [['grant', 'no address']],
  [['promote', 'a@b.cc']],
  [['tier', 'gold', 'a@b.cc']],
  [['erase']],
])('words that make no sense are refused: %j', async (words) => {
  await expect(run(...words)).rejects.toThrow(UsageError);
});
