import { CONSENT_VERSION } from '@pathway/contract/limits';
import { identityMigrations } from '@pathway/identity/mount';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { createTestPeople } from '../../../test/create-test-people.ts';
import { findEverywhere } from '../../../test/find-everywhere.ts';
import { createSessionStore } from '../../access/session-store.ts';
import type { Context } from '../../context.ts';
import type { People } from '../../people/create-people.ts';
import type { Database } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { type Report, UsageError } from '../operator-command.ts';
import { adminCommand } from './admin.ts';

const START = Date.UTC(2026, 10, 20, 12);
const PROVIDERS = ['embedded', 'hosted'] as const;
const CASES = TEST_ENGINES.flatMap((engine) => PROVIDERS.map((provider) => ({ engine, provider })));

describe.each(CASES)('administrators on $engine with the $provider provider', (given) => {
  const { engine, provider } = given;
  const isEmbedded = provider === 'embedded';
  let database: Database;
  let people: People;
  let minutes: number;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    await migrate(database.db, [{ name: 'identity', folder: identityMigrations }]);
    people = createTestPeople({ database, provider, adminEmails: ['Listed@Example.org'] });
  });
  beforeEach(async () => {
    minutes = 0;
    await database.execute(
      'truncate users, admin_grants, public_consents, identity.users, identity.flows cascade',
    );
  });
  afterAll(() => database.close());

  async function run(...args: string[]): Promise<string[]> {
    const lines: string[] = [];
    const report = (told: Report) => {
      if (told.kind === 'line') lines.push(told.text);
    };
    await adminCommand.run({ people } as Context, args, report, new AbortController().signal);
    return lines;
  }

  /** The account holds just these from now on, the first one as its primary address. */
  async function hold(accountId: string, ...addresses: string[]): Promise<void> {
    const now = new Date(START);
    await database.execute(
      `insert into identity.users (id, created_at, updated_at) values ($1, $2, $2)
       on conflict (id) do nothing`,
      [accountId, now],
    );
    await database.execute('delete from identity.emails where user_id = $1', [accountId]);
    for (const [index, address] of addresses.entries()) {
      await database.execute(
        `insert into identity.emails (id, user_id, address, is_verified, is_primary, created_at)
         values ($1, $2, $3, true, $4, $5)`,
        [randomUUID(), accountId, address, index === 0, now],
      );
    }
  }

  /** A sign-in with a token of this moment, or of an earlier one. Returns the user. */
  async function signIn(accountId: string, email: string | undefined, issuedAt?: Date) {
    minutes += 1;
    const now = new Date(START + minutes * 60_000);
    const person = { subject: accountId, verifiedEmail: email, issuedAt: issuedAt ?? now, now };
    return (await people.users.signIn(person)).user;
  }

  /** Somebody who has proved an address and signed in. */
  async function arrive(email: string) {
    const accountId = randomUUID();
    await hold(accountId, email);
    return { accountId, ...(await signIn(accountId, email)) };
  }

  /** Gives up whatever they had, for this address. */
  async function change(accountId: string, email: string) {
    await hold(accountId, email);
    return signIn(accountId, email);
  }

  async function isAdmin(userId: string): Promise<boolean> {
    const { is_admin } = await database.db
      .selectFrom('users')
      .select('is_admin')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return is_admin;
  }

  test('[NAV-10] a known person becomes and stops being one at the next request', async () => {
    const ann = await arrive('ann@example.org');
    const sessions = createSessionStore(database.db);
    const now = new Date(START);
    const session = { idHash: 'ann', userId: ann.id, providerSessionId: 'p', now };
    await sessions.replace({ ...session, expiresAt: new Date(START + 1e9) }, undefined);
    const isLet = async () => (await sessions.find('ann'))?.isAdmin;
    expect(await run('list')).toEqual(['There is no administrator yet.']);
    expect(await run('grant', ' Ann@Example.org ')).toEqual([
      'ann@example.org is an administrator now.',
    ]);
    expect(await isLet()).toBe(true);
    expect(await run('list')).toEqual([`ann@example.org  ${ann.id}`]);
    expect(await run('revoke', 'ann@example.org')).toEqual([
      'ann@example.org is no longer an administrator.',
    ]);
    expect(await isLet()).toBe(false);
    expect(await run('revoke', 'ann@example.org')).toEqual([
      'ann@example.org is no administrator.',
    ]);
    expect(await run('list')).toEqual(['There is no administrator yet.']);
  });

  test('[NAV-10] whoever changed their address is revoked by the new one, and for good', async () => {
    await run('grant', 'old@example.org');
    const ann = await arrive('old@example.org');
    expect(ann.is_admin).toBe(true);
    expect((await change(ann.accountId, 'new@example.org')).is_admin).toBe(true);
    await expect(run('revoke', 'old@example.org')).rejects.toThrow(
      'Nobody holds old@example.org now',
    );
    expect(await run('list')).toEqual([`new@example.org  ${ann.id}`]);
    await run('revoke', 'new@example.org');
    expect((await signIn(ann.accountId, 'new@example.org')).is_admin).toBe(false);
    expect((await change(ann.accountId, 'old@example.org')).is_admin).toBe(false);
  });

  test('[NAV-10] an address that somebody gave up names its next holder, never the former one', async () => {
    const former = await arrive('desk@example.org');
    await change(former.accountId, 'private@example.org');
    const next = await arrive('desk@example.org');
    await run('grant', 'desk@example.org');
    expect([await isAdmin(former.id), await isAdmin(next.id)]).toEqual([false, true]);
    await run('revoke', 'desk@example.org');
    await run('tier', 'public', 'desk@example.org');
    await run('erase', 'desk@example.org');
    expect(await findEverywhere(database, next.id)).toEqual([]);
    expect(await findEverywhere(database, former.id)).toEqual(['public.users']);
    const kept = await database.db.selectFrom('users').select(['email', 'tier']).execute();
    expect(kept).toEqual([{ email: 'private@example.org', tier: 'free_auth' }]);
    for (const words of [['erase'], ['revoke'], ['tier', 'public']]) {
      await expect(run(...words, 'desk@example.org')).rejects.toThrow(UsageError);
    }
  });

  test('[NAV-10] an old token takes no address back', async () => {
    const former = await arrive('desk@example.org');
    const issuedAt = new Date(START + minutes * 60_000);
    const next = randomUUID();
    await change(former.accountId, 'private@example.org');
    await hold(next, 'desk@example.org');
    const { id } = await signIn(next, 'desk@example.org');
    await signIn(former.accountId, 'desk@example.org', issuedAt);
    await run('grant', 'desk@example.org');
    expect([await isAdmin(former.id), await isAdmin(id)]).toEqual([false, true]);
  });

  test('[NAV-10] a grant waits for the first who proves the address, and is used up by them', async () => {
    expect(await run('grant', 'new@example.org')).toEqual([
      'Nobody who has signed in holds new@example.org: the grant waits. Whoever is the first to sign in with this address, verified, becomes an administrator.',
    ]);
    expect(await run('list')).toEqual(['new@example.org  (waits for the first sign-in with it)']);
    const first = await arrive('new@example.org');
    expect(first.is_admin).toBe(true);
    expect(await run('list')).toEqual([`new@example.org  ${first.id}`]);
    await change(first.accountId, 'other@example.org');
    expect((await arrive('new@example.org')).is_admin).toBe(false);
  });

  test('[NAV-10] a grant that waits is taken back', async () => {
    await run('grant', 'new@example.org');
    expect(await run('revoke', 'new@example.org')).toEqual([
      'new@example.org is no administrator.',
      'The grant that waited for new@example.org is removed.',
    ]);
    expect((await arrive('new@example.org')).is_admin).toBe(false);
  });

  test('[NAV-10] revoking says when ADMIN_EMAILS would undo it', async () => {
    const ann = await arrive('listed@example.org');
    expect(ann.is_admin).toBe(true);
    expect(await run('revoke', 'listed@example.org')).toEqual([
      'listed@example.org is no longer an administrator.',
      'ADMIN_EMAILS lists listed@example.org: take it out and start the server anew, else the next sign-in makes an administrator again.',
    ]);
    expect(await isAdmin(ann.id)).toBe(false);
    expect((await signIn(ann.accountId, 'listed@example.org')).is_admin).toBe(true);
  });

  test('[NAV-10] an administrator without any address is revoked by the id in the list', async () => {
    const ann = await arrive('ann@example.org');
    await run('grant', 'ann@example.org');
    await hold(ann.accountId);
    await signIn(ann.accountId, undefined);
    expect(await run('list')).toEqual([`(no verified address)  ${ann.id}`]);
    expect(await run('revoke', ann.id)).toEqual([`${ann.id} is no longer an administrator.`]);
    await expect(run('revoke', randomUUID())).rejects.toThrow(UsageError);
  });

  test('[AUTH-06] who never had an account is erased by their address', async () => {
    await database.db
      .insertInto('public_consents')
      .values({
        consent_type: 'public',
        version: CONSENT_VERSION,
        session_id: 'session-0001',
        first_name: 'Lee',
        last_name: 'Aves',
        email: 'Leaves@example.org',
        accepted_at: new Date(START),
      })
      .execute();
    expect(await run('erase', 'leaves@example.org')).toEqual([
      'Nobody holds leaves@example.org. What else named it is erased here. Copies made before still hold it.',
    ]);
    expect(await findEverywhere(database, 'eaves@example.org')).toEqual([]);
    await expect(run('erase', 'leaves@example.org')).rejects.toThrow(
      'Nobody holds leaves@example.org now',
    );
  });

  test('[AUTH-06] erasing says where the account is left', async () => {
    await arrive('leaves@example.org');
    const [line] = await run('erase', 'Leaves@Example.org');
    expect(line).toBe(
      isEmbedded
        ? 'The person with leaves@example.org is erased here. Copies made before still hold it.'
        : 'The person with leaves@example.org is erased here. Their account at the sign-in provider is deleted there. Copies made before still hold it.',
    );
  });

  test('[NAV-10] every verified address names its account, as far as the provider tells them', async () => {
    const ann = await arrive('ann@example.org');
    await hold(ann.accountId, 'ann@example.org', 'listed@example.org', 'second@example.org');
    await run('grant', 'ann@example.org');
    const known = isEmbedded
      ? 'ann@example.org, listed@example.org, second@example.org'
      : 'ann@example.org';
    expect(await run('list')).toEqual([`${known}  ${ann.id}`]);
    const setTier = () => people.administrators.setTier('second@example.org', 'public');
    expect(await setTier()).toBe(isEmbedded);
    await database.execute(
      `update identity.emails set is_verified = false where address = 'second@example.org'`,
    );
    expect(await setTier()).toBe(false);
    const said = await run('revoke', 'ann@example.org');
    expect(said.join()).toContain(
      isEmbedded ? 'ADMIN_EMAILS lists listed@example.org' : 'no longer',
    );
  });

  test('the tier of a person decides which consent they are asked for', async () => {
    const ann = await arrive('ann@example.org');
    await run('tier', 'public', 'ann@example.org');
    expect(await signIn(ann.accountId, 'ann@example.org')).toMatchObject({ tier: 'public' });
    await expect(run('tier', 'public', 'nobody@example.org')).rejects.toThrow(
      'Nobody who has signed in holds nobody@example.org now.',
    );
  });

  test('two people who prove one address at once do not both hold it', async () => {
    const accounts = Array.from({ length: 6 }, () => randomUUID());
    await run('grant', 'desk@example.org');
    const issuedAt = new Date(START);
    for (const [index, accountId] of accounts.entries()) {
      await hold(accountId, ...(index === 0 ? ['desk@example.org'] : []));
    }
    const users = await Promise.all(
      accounts.map((accountId) => signIn(accountId, 'desk@example.org', issuedAt)),
    );
    expect(users.filter((user) => user.is_admin)).toHaveLength(1);
    const holders = await database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'desk@example.org')
      .execute();
    expect(holders).toHaveLength(1);
  });
});

test.each([
  [[]],
  [['grant']],
  [['grant', 'no address']],
  [['grant', randomUUID()]],
  [['promote', 'a@b.cc']],
  [['tier', 'gold', 'a@b.cc']],
  [['erase']],
])('words that make no sense are refused: %j', async (words) => {
  const run = adminCommand.run({} as Context, words, () => undefined, new AbortController().signal);
  await expect(run).rejects.toThrow(UsageError);
});
