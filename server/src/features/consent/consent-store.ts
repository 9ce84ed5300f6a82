import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

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
  accept(userId: string, version: string, at: Date): Promise<void>;
  /** Also records the acceptance of the signed-in user, when there is one. */
  acceptPublic(consent: PublicConsent, at: Date): Promise<void>;
}

export function createConsentStore(db: Kysely<Tables>): ConsentStore {
  return {
    accept: (userId, version, at) => insertConsent(db, userId, version, at),
    async acceptPublic(consent, at) {
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${consent.sessionId}))`.execute(trx);
        if (!(await isKnown(trx, consent))) await insertPublicConsent(trx, consent, at);
        if (consent.userId !== undefined) {
          await insertConsent(trx, consent.userId, consent.version, at);
        }
      });
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

async function isKnown(db: Kysely<Tables>, consent: PublicConsent): Promise<boolean> {
  const row = await db
    .selectFrom('public_consents')
    .select('id')
    .where('session_id', '=', consent.sessionId)
    .where('version', '=', consent.version)
    .where('email', '=', consent.email)
    .executeTakeFirst();
  return row !== undefined;
}

async function insertPublicConsent(
  db: Kysely<Tables>,
  consent: PublicConsent,
  at: Date,
): Promise<void> {
  await db
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
    .execute();
}
