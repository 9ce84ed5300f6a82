import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { Tier } from '@pathway/contract/session';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';

/** A session with its user, as the database has them at this moment. */
export interface Session {
  idHash: string;
  userId: string;
  /** Who that is at the sign-in provider. */
  accountId: string;
  isAdmin: boolean;
  tier: Tier;
  /** Whether the user has accepted the current terms. */
  hasConsented: boolean;
  providerSessionId: string;
  /** When the provider last said that its session is alive. */
  validatedAt: Date;
  expiresAt: Date;
  /** Until when it may erase its user although the provider has ended it. */
  erasableUntil: Date | null;
}

export interface SessionStore {
  find(idHash: string): Promise<Session | undefined>;
  /** Adds a session and drops the one it replaces, and whatever has expired. */
  replace(
    session: {
      idHash: string;
      userId: string;
      providerSessionId: string;
      now: Date;
      expiresAt: Date;
    },
    replacedIdHash: string | undefined,
  ): Promise<void>;
  markValidated(idHash: string, at: Date): Promise<void>;
  /** Lets it erase its user until then, even when the provider ends it meanwhile. */
  allowErasure(idHash: string, until: Date): Promise<void>;
  /** Ends a session: it opens nothing any more, and is deleted unless it may still erase its user. */
  end(idHash: string, now: Date): Promise<void>;
  delete(idHash: string): Promise<void>;
}

export function createSessionStore(db: Kysely<Tables>): SessionStore {
  return {
    find: (idHash) =>
      db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .where('sessions.id_hash', '=', idHash)
        .select((row) => [
          'sessions.id_hash as idHash',
          'sessions.user_id as userId',
          'users.provider_user_id as accountId',
          'users.is_admin as isAdmin',
          'users.tier as tier',
          row
            .exists(
              row
                .selectFrom('consents')
                .whereRef('consents.user_id', '=', 'users.id')
                .where('consents.version', '=', CONSENT_VERSION),
            )
            .$castTo<boolean>()
            .as('hasConsented'),
          'sessions.provider_session_id as providerSessionId',
          'sessions.validated_at as validatedAt',
          'sessions.expires_at as expiresAt',
          'sessions.erasable_until as erasableUntil',
        ])
        .executeTakeFirst(),

    async replace({ idHash, userId, providerSessionId, now, expiresAt }, replacedIdHash) {
      await db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('sessions')
          .where((or) =>
            or.or([or('expires_at', '<=', now), or('id_hash', '=', replacedIdHash ?? '')]),
          )
          .execute();
        await trx
          .insertInto('sessions')
          .values({
            id_hash: idHash,
            user_id: userId,
            provider_session_id: providerSessionId,
            created_at: now,
            expires_at: expiresAt,
            validated_at: now,
          })
          .execute();
      });
    },

    async markValidated(idHash, at) {
      await db
        .updateTable('sessions')
        .set({ validated_at: at })
        .where('id_hash', '=', idHash)
        .execute();
    },

    async allowErasure(idHash, until) {
      await db
        .updateTable('sessions')
        .set({ erasable_until: until })
        .where('id_hash', '=', idHash)
        .execute();
    },

    async end(idHash, now) {
      const ended = await db
        .updateTable('sessions')
        .set({ expires_at: now })
        .where('id_hash', '=', idHash)
        .where('erasable_until', '>', now)
        .returning('id_hash')
        .executeTakeFirst();
      if (ended === undefined) {
        await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
      }
    },

    async delete(idHash) {
      await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
    },
  };
}
