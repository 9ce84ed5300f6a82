import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

const DAY_MS = 86_400_000;
/** Any number, the same in every process, and not that of another lock. */
const UNBOUND_LOCK = 7_305_515;

export interface PublicConsent {
  userId: string | undefined;
  consentType: string;
  version: string;
  sessionId: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** However often the same consent is sent, it is kept once. */
export interface ConsentStore {
  /** Whether a user has accepted this version of the terms. */
  hasAccepted(userId: string, version: string): Promise<boolean>;
  accept(userId: string, version: string, at: Date): Promise<void>;
  /**
   * Keeps one consent a session id, and records the acceptance of the signed-in user, when there is
   * one. What was given under a session id is renewed by the same user, or by who gives the same name
   * and address again; whatever anybody else sends under it is not kept. Of a user the newest alone is
   * kept. False when nobody is signed in and the installation has taken its `unboundPerDay` consents of
   * strangers in the last 24 hours.
   */
  acceptPublic(
    consent: PublicConsent,
    options: { at: Date; unboundPerDay: number },
  ): Promise<boolean>;
  /** Deletes public consents given before a moment, and a stranger's before another; returns how many. */
  deletePublic(given: { before: Date; unboundBefore: Date }): Promise<number>;
}

export function createConsentStore(db: Kysely<Tables>): ConsentStore {
  return {
    async hasAccepted(userId, version) {
      const row = await db
        .selectFrom('consents')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('version', '=', version)
        .executeTakeFirst();
      return row !== undefined;
    },
    accept: (userId, version, at) => insertConsent(db, userId, version, at),
    acceptPublic: (consent, { at, unboundPerDay }) =>
      db.transaction().execute(async (trx) => {
        if (consent.userId === undefined && !(await hasRoom(trx, { at, unboundPerDay }))) {
          return false;
        }
        const keptId = await keepPublicConsent(trx, consent, at);
        if (consent.userId === undefined) return true;
        await insertConsent(trx, consent.userId, consent.version, at);
        if (keptId === undefined) return true;
        await trx
          .deleteFrom('public_consents')
          .where('user_id', '=', consent.userId)
          .where('id', '!=', keptId)
          .execute();
        return true;
      }),
    async deletePublic({ before, unboundBefore }) {
      const deleted = await db
        .deleteFrom('public_consents')
        .where((row) =>
          row.or([
            row('accepted_at', '<', before),
            row('user_id', 'is', null).and('accepted_at', '<', unboundBefore),
          ]),
        )
        .returning('id')
        .execute();
      return deleted.length;
    },
  };
}

async function insertConsent(
  db: Kysely<Tables>,
  userId: string,
  version: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('consents')
    .values({ user_id: userId, version, accepted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function hasRoom(
  trx: Kysely<Tables>,
  { at, unboundPerDay }: { at: Date; unboundPerDay: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sql.lit(UNBOUND_LOCK)})`.execute(trx);
  const beyond = await trx
    .selectFrom('public_consents')
    .select('id')
    .where('user_id', 'is', null)
    .where('accepted_at', '>', new Date(at.getTime() - DAY_MS))
    .offset(unboundPerDay - 1)
    .limit(1)
    .executeTakeFirst();
  return beyond === undefined;
}

/** The id of the row, or undefined when the session id is somebody else's. */
async function keepPublicConsent(
  trx: Kysely<Tables>,
  consent: PublicConsent,
  at: Date,
): Promise<string | undefined> {
  const kept = await trx
    .insertInto('public_consents')
    .values({
      user_id: consent.userId ?? null,
      consent_type: consent.consentType,
      version: consent.version,
      session_id: consent.sessionId,
      first_name: consent.firstName,
      last_name: consent.lastName,
      email: consent.email,
      accepted_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .doUpdateSet((row) => ({
          user_id: sql`coalesce(public_consents.user_id, excluded.user_id)`,
          consent_type: row.ref('excluded.consent_type'),
          version: row.ref('excluded.version'),
          first_name: row.ref('excluded.first_name'),
          last_name: row.ref('excluded.last_name'),
          email: row.ref('excluded.email'),
          accepted_at: row.ref('excluded.accepted_at'),
        }))
        .where(
          sql<boolean>`case when public_consents.user_id is null
            then (public_consents.first_name, public_consents.last_name, lower(public_consents.email))
              = (excluded.first_name, excluded.last_name, lower(excluded.email))
            else public_consents.user_id = excluded.user_id end`,
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return kept?.id;
}
