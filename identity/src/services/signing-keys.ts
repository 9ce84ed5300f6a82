import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql, type Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** An RSA key pair (2048 bits) as JSON Web Keys; `kid` is the thumbprint of RFC 7638. */
export type SigningKey = { kid: string; publicJwk: JWK; privateJwk: JWK };

/**
 * The stored signing keys, newest first; makes the first one when there is none. Several
 * processes that start at once end up with one key.
 */
export async function loadSigningKeys(
  db: Kysely<IdentityTables>,
  now: Date,
): Promise<[SigningKey, ...SigningKey[]]> {
  const [newest, ...older] = await readKeys(db);
  if (newest) return [newest, ...older];
  const made = await makeKey();
  return db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE identity.signing_keys IN EXCLUSIVE MODE`.execute(tx);
    const [winner, ...others] = await readKeys(tx);
    if (winner) return [winner, ...others];
    await tx
      .insertInto('identity.signing_keys')
      .values({
        kid: made.kid,
        public_jwk: JSON.stringify(made.publicJwk),
        private_jwk: JSON.stringify(made.privateJwk),
        created_at: now,
      })
      .execute();
    return [made];
  });
}

async function readKeys(db: Kysely<IdentityTables>): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('identity.signing_keys')
    .select(['kid', 'public_jwk', 'private_jwk'])
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    privateJwk: row.private_jwk,
  }));
}

async function makeKey(): Promise<SigningKey> {
  const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const publicPart = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicPart);
  const publicJwk = { ...publicPart, alg: 'RS256', use: 'sig', kid };
  return { kid, publicJwk, privateJwk: await exportJWK(pair.privateKey) };
}
