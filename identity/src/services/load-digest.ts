import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/**
 * HMAC-SHA-256 (hex) under a secret made at first start and kept in the database.
 *
 * Passcodes need no slow hash: a code has 3 tries and 300 s, and whoever can read the table
 * can read the signing key beside it. A fast one keeps anonymous sign-in attempts cheap and
 * the answer time the same for known and unknown addresses.
 */
export async function loadDigest(
  db: Kysely<IdentityTables>,
  now: Date,
): Promise<(text: string) => string> {
  await db
    .insertInto('identity.secrets')
    .values({ name: 'digest', value: randomBytes(32).toString('base64url'), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('identity.secrets')
    .select('value')
    .where('name', '=', 'digest')
    .executeTakeFirstOrThrow();
  return (text) => createHmac('sha256', value).update(text).digest('hex');
}
