import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from './tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a new key is only published, so that every verifier knows it when it signs. */
const PUBLISHED_FIRST_MS = DAY_MS;

/** As strong as 128 bits (NIST SP 800-57); older keys of 2048 bits sign until they are rotated away. */
const MODULUS_BITS = 3072;

/** An RSA key pair as JSON Web Keys; `kid` is the thumbprint of RFC 7638. */
interface SigningKey {
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
  createdAt: Date;
}

/** The stored keys, newest first. */
export type SigningKeys = [SigningKey, ...SigningKey[]];

/** The newest key that has been published long enough; the oldest when none has. */
export function signingKeyOf(keys: SigningKeys, now: Date): SigningKey {
  const known = now.getTime() - PUBLISHED_FIRST_MS;
  return keys.find(({ createdAt }) => createdAt.getTime() <= known) ?? keys.at(-1) ?? keys[0];
}

/**
 * The stored signing keys; makes the first one when there is none. Several processes that start at
 * once end up with one key.
 */
export async function loadSigningKeys(db: Kysely<IdentityTables>, now: Date): Promise<SigningKeys> {
  const [newest, ...older] = await readKeys(db);
  return newest ? [newest, ...older] : addKey(db, now, (stored) => stored.length === 0);
}

/**
 * Gives the newest key a successor when it is older than `rotateAfterDays`, and removes keys that
 * no living token can name: those whose successor has signed for longer than a session lasts.
 */
export async function rotateSigningKeys(
  db: Kysely<IdentityTables>,
  { now, rotateAfterDays, sessionMs }: { now: Date; rotateAfterDays: number; sessionMs: number },
): Promise<SigningKeys> {
  const isDue = ([newest]: SigningKey[]) =>
    !newest || newest.createdAt.getTime() <= now.getTime() - rotateAfterDays * DAY_MS;
  const stored = await readKeys(db);
  const keys = isDue(stored) ? await addKey(db, now, isDue) : stored;
  const outlived = now.getTime() - PUBLISHED_FIRST_MS - sessionMs;
  const successor = keys.findIndex(({ createdAt }) => createdAt.getTime() <= outlived);
  const dead = successor < 0 ? [] : keys.slice(successor + 1);
  for (const { kid } of dead) {
    await db.deleteFrom('identity.signing_keys').where('kid', '=', kid).execute();
  }
  const [newest, ...older] = keys.filter((key) => !dead.includes(key));
  return newest ? [newest, ...older] : loadSigningKeys(db, now);
}

/** Makes a key outside and adds it inside a transaction, if it is still needed there. */
async function addKey(
  db: Kysely<IdentityTables>,
  now: Date,
  isNeeded: (stored: SigningKey[]) => boolean,
): Promise<SigningKeys> {
  const made = await makeKey(now);
  return db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE identity.signing_keys IN EXCLUSIVE MODE`.execute(trx);
    const [newest, ...older] = await readKeys(trx);
    if (newest && !isNeeded([newest, ...older])) return [newest, ...older];
    await trx
      .insertInto('identity.signing_keys')
      .values({
        kid: made.kid,
        public_jwk: JSON.stringify(made.publicJwk),
        private_jwk: JSON.stringify(made.privateJwk),
        created_at: now,
      })
      .execute();
    return newest ? [made, newest, ...older] : [made];
  });
}

async function readKeys(db: Kysely<IdentityTables>): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('identity.signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    privateJwk: row.private_jwk,
    createdAt: row.created_at,
  }));
}

async function makeKey(createdAt: Date): Promise<SigningKey> {
  const pair = await generateKeyPair('RS256', { modulusLength: MODULUS_BITS, extractable: true });
  const publicPart = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicPart);
  const publicJwk = { ...publicPart, alg: 'RS256', use: 'sig', kid };
  return { kid, publicJwk, privateJwk: await exportJWK(pair.privateKey), createdAt };
}
