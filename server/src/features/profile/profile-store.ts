import type { Profile } from '@pathway/contract/profile';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

export interface ProfileStore {
  /** Empty fields for a user who has saved nothing yet. */
  find(userId: string): Promise<Profile>;
  /** Changes the given fields only and returns the whole. */
  update(userId: string, changes: Partial<Profile>, at: Date): Promise<Profile>;
}

const COLUMNS = ['first_name', 'last_name', 'screen_name', 'goals'] as const;
const EMPTY: Profile = { first_name: '', last_name: '', screen_name: '', goals: '' };

export function createProfileStore(db: Kysely<Tables>): ProfileStore {
  return {
    async find(userId) {
      const row = await db
        .selectFrom('profiles')
        .select(COLUMNS)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row ?? EMPTY;
    },
    update: (userId, changes, at) =>
      db
        .insertInto('profiles')
        .values({ user_id: userId, ...changes, updated_at: at })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ ...changes, updated_at: at }),
        )
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
  };
}
