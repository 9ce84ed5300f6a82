import type { Kysely } from 'kysely';
import { createAccountStore } from './account-store.ts';
import { createAuditStore } from './audit-store.ts';
import { createBrowserTokenStore } from './browser-token-store.ts';
import { createCredentialStore } from './credential-store.ts';
import { createFailureStore } from './failure-store.ts';
import { createFlowStore } from './flow-store.ts';
import { createPasscodeStore } from './passcode-store.ts';
import { createPasswordStore } from './password-store.ts';
import { createRateLimitStore } from './rate-limit-store.ts';
import { createSessionStore } from './session-store.ts';
import type { IdentityTables } from './tables.ts';
import { createExchangeTokenStore, createExternalIdentityStore } from './third-party-store.ts';
import { createTotpStore } from './totp-store.ts';
import { createUsernameStore } from './username-store.ts';

/** All stores on one connection or transaction. */
export type Stores = ReturnType<typeof createStores>;

/** Inside a transaction pass the transaction: the embedded database has no second connection. */
export function createStores(db: Kysely<IdentityTables>) {
  return {
    flows: createFlowStore(db),
    accounts: createAccountStore(db),
    usernames: createUsernameStore(db),
    passwords: createPasswordStore(db),
    credentials: createCredentialStore(db),
    totp: createTotpStore(db),
    /** Browsers that need no second factor. */
    devices: createBrowserTokenStore(db, 'identity.trusted_devices'),
    /** Browsers that somebody has signed in with. */
    knownBrowsers: createBrowserTokenStore(db, 'identity.known_browsers'),
    identities: createExternalIdentityStore(db),
    exchangeTokens: createExchangeTokenStore(db),
    passcodes: createPasscodeStore(db),
    sessions: createSessionStore(db),
    rateLimits: createRateLimitStore(db),
    audit: createAuditStore(db),
    failures: createFailureStore(db),
  };
}

const EXPIRING = [
  'identity.passcodes',
  'identity.flows',
  'identity.sessions',
  'identity.rate_limits',
  'identity.trusted_devices',
  'identity.known_browsers',
  'identity.exchange_tokens',
] as const satisfies readonly (keyof IdentityTables)[];

/** Deletes the rows whose time is over, in every table whose rows have one. */
export async function deleteExpired(db: Kysely<IdentityTables>, now: Date): Promise<void> {
  for (const table of EXPIRING) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
}
