import type { Kysely } from 'kysely';
import type { IdentityTables } from '../tables.ts';
import { createAccountStore, type AccountStore } from './account-store.ts';
import { createAuditStore, type AuditStore } from './audit-store.ts';
import { createCredentialStore, type CredentialStore } from './credential-store.ts';
import { createDeviceStore, type DeviceStore } from './device-store.ts';
import { createExchangeTokenStore, type ExchangeTokenStore } from './exchange-token-store.ts';
import {
  createExternalIdentityStore,
  type ExternalIdentityStore,
} from './external-identity-store.ts';
import { createFlowStore, type FlowStore } from './flow-store.ts';
import { createPasscodeStore, type PasscodeStore } from './passcode-store.ts';
import { createPasswordStore, type PasswordStore } from './password-store.ts';
import { createRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { createTotpStore, type TotpStore } from './totp-store.ts';
import { createUsernameStore, type UsernameStore } from './username-store.ts';

/** All stores on one connection or transaction. */
export type Stores = {
  flows: FlowStore;
  accounts: AccountStore;
  usernames: UsernameStore;
  passwords: PasswordStore;
  credentials: CredentialStore;
  totp: TotpStore;
  devices: DeviceStore;
  identities: ExternalIdentityStore;
  exchangeTokens: ExchangeTokenStore;
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
    usernames: createUsernameStore(db),
    passwords: createPasswordStore(db),
    credentials: createCredentialStore(db),
    totp: createTotpStore(db),
    devices: createDeviceStore(db),
    identities: createExternalIdentityStore(db),
    exchangeTokens: createExchangeTokenStore(db),
    passcodes: createPasscodeStore(db),
    sessions: createSessionStore(db),
    rateLimits: createRateLimitStore(db),
    audit: createAuditStore(db),
  };
}
