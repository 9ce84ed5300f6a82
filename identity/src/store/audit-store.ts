import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { IdentityTables } from './tables.ts';

/** What is worth remembering about an account; what failed is in the {@link FailureStore}. */
type AuditEvent =
  | 'login_succeeded'
  | 'logged_out'
  | 'account_created'
  | 'account_deleted'
  | 'email_added'
  | 'email_verified'
  | 'email_removed'
  | 'primary_email_changed'
  | 'session_revoked'
  | 'username_set'
  | 'username_removed'
  | 'password_set'
  | 'password_removed'
  | 'passkey_added'
  | 'security_key_added'
  | 'credential_renamed'
  | 'credential_removed'
  | 'totp_added'
  | 'totp_removed'
  | 'device_trusted'
  | 'third_party_succeeded'
  | 'third_party_linked'
  | 'third_party_unlinked'
  | 'metadata_changed';

/** The audit log: event, account, time; no personal text. */
export function createAuditStore(db: Kysely<IdentityTables>) {
  return {
    async record(event: AuditEvent, userId: string | null, now: Date): Promise<void> {
      await db
        .insertInto('identity.audit_log')
        .values({ id: randomUUID(), event, user_id: userId, created_at: now })
        .execute();
    },

    async removeBefore(time: Date): Promise<void> {
      await db.deleteFrom('identity.audit_log').where('created_at', '<', time).execute();
    },
  };
}
