import { sql, type Kysely } from 'kysely';
import type { User } from '@pathway/contract/session';
import type { Tables } from '../../platform/db/tables.ts';

export interface UserStore {
  /**
   * Finds or makes the user of a provider's subject. A verified e-mail that is listed, here or by a
   * grant in the database, makes an administrator.
   */
  signIn(person: {
    subject: string;
    verifiedEmail: string | undefined;
    now: Date;
  }): Promise<{ user: User; isNew: boolean }>;
  /** Removes a person with everything the product keeps about them. */
  erase(userId: string): Promise<void>;
}

export function createUserStore(db: Kysely<Tables>, adminEmails: readonly string[]): UserStore {
  const listed = new Set(adminEmails.map((email) => email.toLowerCase()));
  return {
    signIn: ({ subject, verifiedEmail, now }) =>
      db.transaction().execute(async (trx) => {
        const isAdmin =
          verifiedEmail !== undefined &&
          (listed.has(verifiedEmail) || (await isGranted(trx, verifiedEmail)));
        const { isNew, ...user } = await trx
          .insertInto('users')
          .values({
            provider_user_id: subject,
            email: verifiedEmail ?? null,
            is_admin: isAdmin,
            created_at: now,
          })
          .onConflict((conflict) =>
            conflict.column('provider_user_id').doUpdateSet({
              email: sql`coalesce(excluded.email, users.email)`,
              is_admin: sql`users.is_admin or excluded.is_admin`,
            }),
          )
          .returning(['id', 'is_admin', 'tier', sql<boolean>`xmax = 0`.as('isNew')])
          .executeTakeFirstOrThrow();
        return { user, isNew };
      }),

    async erase(userId) {
      await db.deleteFrom('users').where('id', '=', userId).execute();
    },
  };
}

async function isGranted(db: Kysely<Tables>, email: string): Promise<boolean> {
  const grant = await db
    .selectFrom('admin_grants')
    .select('email')
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst();
  return grant !== undefined;
}
