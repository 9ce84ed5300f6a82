import { timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** Tries a code has, right or wrong, unless fewer are given. */
export const TRIES_PER_CODE = 3;

/** `exhausted`: that was the last try, or there was none left. `gone`: unknown or expired. */
export interface PasscodeVerdict {
  verdict: 'right' | 'wrong' | 'exhausted' | 'gone';
  /** False when the code was not looked at. */
  compared: boolean;
}

/** Codes mailed to people, as keyed digests. */
export function createPasscodeStore(db: Kysely<IdentityTables>) {
  return {
    async add(passcode: {
      id: string;
      flowId: string;
      digest: string;
      createdAt: Date;
      expiresAt: Date;
    }): Promise<void> {
      await db
        .insertInto('identity.passcodes')
        .values({
          id: passcode.id,
          flow_id: passcode.flowId,
          digest: passcode.digest,
          created_at: passcode.createdAt,
          expires_at: passcode.expiresAt,
        })
        .execute();
    },

    /** True while a code can still be entered. */
    async isAlive(id: string, now: Date): Promise<boolean> {
      const row = await db
        .selectFrom('identity.passcodes')
        .select('id')
        .where('id', '=', id)
        .where('tries', '<', TRIES_PER_CODE)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Takes one try and compares. The try is taken by one conditional UPDATE before anything is
     * compared, so however many guesses arrive at once, at most `maxTries` are looked at.
     * A right code is deleted, and only whoever deletes it is right. `digest` has the length of
     * the stored one.
     */
    async compare(
      id: string,
      { digest, maxTries, now }: { digest: string; maxTries: number; now: Date },
    ): Promise<PasscodeVerdict> {
      const row = await db
        .updateTable('identity.passcodes')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('tries', '<', maxTries)
        .where('expires_at', '>', now)
        .returning(['digest', 'tries'])
        .executeTakeFirst();
      if (!row) return { verdict: await whyNot(db, id, { maxTries, now }), compared: false };
      if (timingSafeEqual(Buffer.from(row.digest), Buffer.from(digest))) {
        const used = await db
          .deleteFrom('identity.passcodes')
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
        return { verdict: used ? 'right' : 'gone', compared: true };
      }
      return { verdict: row.tries < maxTries ? 'wrong' : 'exhausted', compared: true };
    },
  };
}

async function whyNot(
  db: Kysely<IdentityTables>,
  id: string,
  { maxTries, now }: { maxTries: number; now: Date },
): Promise<'exhausted' | 'gone'> {
  const spent = await db
    .selectFrom('identity.passcodes')
    .select('id')
    .where('id', '=', id)
    .where('tries', '>=', maxTries)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return spent ? 'exhausted' : 'gone';
}
