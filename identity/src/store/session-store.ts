import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** A signed-in browser. */
export interface Session {
  id: string;
  userId: string;
  createdAt: Date;
  lastUsed: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

const COLUMNS = [
  'id',
  'user_id as userId',
  'created_at as createdAt',
  'last_used as lastUsed',
  'expires_at as expiresAt',
  'ip_address as ipAddress',
  'user_agent as userAgent',
] as const;

/** Live sessions. */
export function createSessionStore(db: Kysely<IdentityTables>) {
  return {
    /** Opens a session; of the account's sessions only the `limit` newest stay. */
    async open(given: Omit<Session, 'id' | 'lastUsed'>, limit: number): Promise<Session> {
      const session = { ...given, id: randomUUID(), lastUsed: given.createdAt };
      await db
        .insertInto('identity.sessions')
        .values({
          id: session.id,
          user_id: session.userId,
          created_at: session.createdAt,
          last_used: session.lastUsed,
          expires_at: session.expiresAt,
          ip_address: session.ipAddress,
          user_agent: session.userAgent,
        })
        .execute();
      const surplus = db
        .selectFrom('identity.sessions')
        .select('id')
        .where('user_id', '=', given.userId)
        .where('id', '!=', session.id)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(limit - 1);
      await db.deleteFrom('identity.sessions').where('id', 'in', surplus).execute();
      return session;
    },

    async find(id: string): Promise<Session | undefined> {
      return db
        .selectFrom('identity.sessions')
        .select(COLUMNS)
        .where('id', '=', id)
        .executeTakeFirst();
    },

    /** The live sessions of an account, newest first. */
    async list(userId: string, now: Date): Promise<Session[]> {
      return db
        .selectFrom('identity.sessions')
        .select(COLUMNS)
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .execute();
    },

    async touch(id: string, now: Date): Promise<void> {
      await db
        .updateTable('identity.sessions')
        .set({ last_used: now })
        .where('id', '=', id)
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('identity.sessions').where('id', '=', id).execute();
    },

    /** Ends the sessions of an account, all but one if it is named. */
    async removeOf(userId: string, keepId?: string): Promise<void> {
      await db
        .deleteFrom('identity.sessions')
        .where('user_id', '=', userId)
        .$if(keepId !== undefined, (query) => query.where('id', '!=', keepId ?? ''))
        .execute();
    },
  };
}
