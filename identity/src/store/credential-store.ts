import type { Kysely, Selectable } from 'kysely';
import type { NewCredential } from './flow-record.ts';
import type { IdentityTables } from './tables.ts';

/** A stored WebAuthn credential. */
export interface Credential extends NewCredential {
  userId: string;
  name: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Passkeys and security keys. */
export function createCredentialStore(db: Kysely<IdentityTables>) {
  return {
    /** The credentials of an account, oldest first. */
    async list(userId: string): Promise<Credential[]> {
      const rows = await db
        .selectFrom('identity.credentials')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toCredential);
    },

    /** Reads a credential and holds it, so that its counter is checked by one request at a time. */
    async lock(id: string): Promise<Credential | undefined> {
      const row = await db
        .selectFrom('identity.credentials')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return row && toCredential(row);
    },

    /** Adds a credential; false when it is registered already, by anybody. */
    async add(userId: string, credential: NewCredential, now: Date): Promise<boolean> {
      const added = await db
        .insertInto('identity.credentials')
        .values({
          id: credential.id,
          user_id: userId,
          kind: credential.kind,
          name: null,
          public_key: credential.publicKey,
          counter: credential.counter,
          transports: JSON.stringify(credential.transports),
          aaguid: credential.aaguid,
          attestation_type: credential.attestationType,
          backup_eligible: credential.backupEligible,
          backup_state: credential.backupState,
          created_at: now,
          last_used_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return added !== undefined;
    },

    async noteUse(
      id: string,
      use: { counter: number; backupState: boolean; now: Date },
    ): Promise<void> {
      await db
        .updateTable('identity.credentials')
        .set({ counter: use.counter, backup_state: use.backupState, last_used_at: use.now })
        .where('id', '=', id)
        .execute();
    },

    async rename(id: string, name: string): Promise<void> {
      await db.updateTable('identity.credentials').set({ name }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('identity.credentials').where('id', '=', id).execute();
    },
  };
}

function toCredential(row: Selectable<IdentityTables['identity.credentials']>): Credential {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    name: row.name,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    aaguid: row.aaguid,
    attestationType: row.attestation_type,
    backupEligible: row.backup_eligible,
    backupState: row.backup_state,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
