import type { Kysely } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';

/** Whether a user has accepted this version of the terms. */
export type ConsentCheck = (userId: string, version: string) => Promise<boolean>;

export function createConsentCheck(db: Kysely<Tables>): ConsentCheck {
  return async (userId, version) => {
    const row = await db
      .selectFrom('consents')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('version', '=', version)
      .executeTakeFirst();
    return row !== undefined;
  };
}
