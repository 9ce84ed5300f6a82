import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** A secret of 32 random bytes (base64url), made at the first start and kept in the database. */
export async function loadSecret(
  db: Kysely<IdentityTables>,
  name: string,
  now: Date,
): Promise<string> {
  await db
    .insertInto('identity.secrets')
    .values({ name, value: randomBytes(32).toString('base64url'), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('identity.secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
