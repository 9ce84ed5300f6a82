import type { FastifyInstance } from 'fastify';
import type { JSONWebKeySet } from 'jose';
import { availableParallelism } from 'node:os';
import { readIdentityConfig } from './config.ts';
import { readTokens } from './engine/caller.ts';
import { createFairQueue } from './engine/fair-queue.ts';
import type { IdentityDeps, IdentityRuntime } from './engine/runtime.ts';
import { createTokenService } from './engine/session-tokens.ts';
import { createIdentityPlugin } from './http/identity-plugin.ts';
import { removeExpired } from './remove-expired.ts';
import { createDigest, createSeal, loadSecret } from './store/secrets.ts';
import { loadSigningKeys } from './store/signing-keys.ts';
import { createPasswordHasher } from './subjects/password/hashing.ts';
import { loadCommonPasswords } from './subjects/password/new-password.ts';
import { validateSession, type Validation } from './subjects/session.ts';
import { createOpenIdClients } from './subjects/third-party/open-id-clients.ts';

export { createHostAccounts } from './host-accounts.ts';
export { findFailures } from './store/failure-store.ts';
export type { IdentityTables } from './store/tables.ts';
export type { IdentitySwitches } from './config.ts';

/** The mounted provider. */
export interface IdentityHandle {
  /** `iss` of session tokens and base address of the provider. */
  issuer: string;
  /** `aud` of session tokens. */
  audience: string;
  /** The public keys of `/.well-known/jwks.json`. */
  readonly publicKeys: JSONWebKeySet;
  /** What `POST /sessions/validate` replies, without the way through HTTP. */
  validateSession(token: string): Promise<Validation>;
  /** Deletes what has expired and rotates the signing key; for a timer, every ten minutes or so. */
  removeExpired(): Promise<void>;
}

/** The folder of numbered migrations, each to be run in one transaction. */
export const identityMigrations = new URL('../migrations/', import.meta.url);

/**
 * Mounts the sign-in provider on `app`: under the prefix the instance already has, else under
 * `/identity`. Makes the signing key and the secrets at the first start.
 * @throws ZodError when a switch is wrong.
 */
export async function mountIdentity(
  app: FastifyInstance,
  deps: IdentityDeps,
): Promise<IdentityHandle> {
  const { db, clock } = deps;
  const config = readIdentityConfig(deps.config);
  const prefix = app.prefix === '' ? '/identity' : '';
  const publicUrl = deps.publicUrl.replace(/\/+$/, '');
  const tokens = await createTokenService({
    keys: await loadSigningKeys(db, clock.now()),
    issuer: `${publicUrl}${app.prefix}${prefix}`,
    audience: new URL(publicUrl).hostname,
    clock,
  });
  const { hostname, origin } = new URL(publicUrl);
  const runtime: IdentityRuntime = {
    ...deps,
    networkOf: deps.networkOf ?? ((address) => address),
    publicUrl,
    config,
    tokens,
    digest: createDigest(await loadSecret(db, 'digest', clock.now())),
    seal: createSeal(await loadSecret(db, 'seal', clock.now())),
    passwords: deps.passwords ?? (await createPasswordHasher(config.password.hashing)),
    commonPasswords: await loadCommonPasswords(),
    hashing: createFairQueue({
      maxRunning: config.limits.passwordsAtOnce ?? halfOfProcessors(),
      waitingPerNetwork: config.limits.passwordsWaiting,
    }),
    steps: createFairQueue({
      maxRunning: deps.stepsAtOnce ?? 1,
      waitingPerNetwork: config.limits.stepsWaiting,
    }),
    relyingParty: { id: hostname, name: deps.serviceName, origin },
    openId: createOpenIdClients(`${tokens.issuer}/thirdparty/callback`),
  };
  await app.register(createIdentityPlugin(runtime), { prefix });
  return {
    issuer: tokens.issuer,
    audience: tokens.audience,
    get publicKeys() {
      return tokens.publicKeys;
    },
    async validateSession(token) {
      return validateSession(runtime, await readTokens(runtime, [token]), { touch: true });
    },
    removeExpired: () => removeExpired(runtime),
  };
}

/** At least one; the other half is for the rest: requests, and the database in its own thread. */
function halfOfProcessors(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2));
}
