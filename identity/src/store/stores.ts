import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';
import { createAccountStore, type AccountStore } from './account-store.ts';
import { createAuditStore, type AuditStore } from './audit-store.ts';
import { createFlowStore, type FlowStore } from './flow-store.ts';
import { createPasscodeStore, type PasscodeStore } from './passcode-store.ts';
import { createRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

/** All stores on one connection or transaction. */
export type Stores = {
  flows: FlowStore;
  accounts: AccountStore;
  passcodes: PasscodeStore;
  sessions: SessionStore;
  rateLimits: RateLimitStore;
  audit: AuditStore;
};

/** Inside a transaction pass the transaction: the embedded database has no second connection. */
export function createStores(db: Kysely<IdentityTables>): Stores {
  return {
    flows: createFlowStore(db),
    accounts: createAccountStore(db),
    passcodes: createPasscodeStore(db),
    sessions: createSessionStore(db),
    rateLimits: createRateLimitStore(db),
    audit: createAuditStore(db),
  };
}
