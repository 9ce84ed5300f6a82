import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { IdentityTables } from '../tables.ts';

/** A signed-in browser. */
export type Session = {
  id: string;
  userId: string;
  createdAt: Date;
  lastUsed: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
};

/** Live sessions. */
export type SessionStore = ReturnType<typeof createSessionStore>;

/** Reads and writes sessions; see {@link createStores} for the connection. */
export function createSessionStore(db: Kysely<IdentityTables>) {
  return {
    /** Opens a session; of the account's sessions only the `limit` newest stay. */
    async open(given: Omit<Session, 'id' | 'lastUsed'>, limit: number): Promise<Session> {
      const session = { ...given, id: randomUUID(), lastUsed: given.createdAt };
      await db.insertInto('identity.sessions').values(toRow(session)).execute();
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
      const row = await db
        .selectFrom('identity.sessions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toSession(row);
    },

    /** The live sessions of an account, newest first. */
    async list(userId: string, now: Date): Promise<Session[]> {
      const rows = await db
        .selectFrom('identity.sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toSession);
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

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('identity.sessions').where('expires_at', '<=', now).execute();
    },
  };
}

type SessionRow = Selectable<IdentityTables['identity.sessions']>;

function toRow(session: Session): SessionRow {
  return {
    id: session.id,
    user_id: session.userId,
    created_at: session.createdAt,
    last_used: session.lastUsed,
    expires_at: session.expiresAt,
    ip_address: session.ipAddress,
    user_agent: session.userAgent,
  };
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    lastUsed: row.last_used,
    expiresAt: row.expires_at,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  };
}
