import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

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

/**
 * HMAC-SHA-256 (hex) under a secret of {@link loadSecret}.
 *
 * Passcodes need no slow hash: a code has 3 tries and 300 s, and whoever can read the table
 * can read the signing key beside it. A fast one keeps anonymous sign-in attempts cheap and
 * the time of the reply the same for known and unknown addresses.
 */
export function createDigest(secret: string): (text: string) => string {
  return (text) => createHmac('sha256', secret).update(text).digest('hex');
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps texts secret and unchanged while they lie in the database or travel through a browser. */
export interface Seal {
  /** Sealed base64url text; what was sealed for one purpose does not open for another. */
  close(text: string, purpose: string): string;
  /** The text, or undefined for anything that {@link Seal.close} has not made for the purpose. */
  open(sealed: string, purpose: string): string | undefined;
}

/** AES-256-GCM; `secret` is 32 bytes in base64url, the purpose is additional authenticated data. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(secret, 'base64url');
  return {
    close(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const [iv, tag] = [
        bytes.subarray(0, IV_BYTES),
        bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
      ];
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv('aes-256-gcm', key, iv, options)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
