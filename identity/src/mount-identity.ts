import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JSONWebKeySet } from 'jose';
import type { Kysely } from 'kysely';
import { readIdentityConfig, type IdentitySwitches } from './config.ts';
import { createIdentityPlugin } from './http/identity-plugin.ts';
import type { IdentityLog, IdentityRuntime } from './identity-runtime.ts';
import type { Mail } from './mail/mail.ts';
import { createDigest } from './services/digest.ts';
import { loadSecret } from './services/load-secret.ts';
import { createPasswordHasher } from './services/password-hasher.ts';
import { removeExpired } from './services/remove-expired.ts';
import { createSeal } from './services/seal.ts';
import { loadSigningKeys } from './services/signing-keys.ts';
import { createOpenIdClients } from './services/third-party/open-id-clients.ts';
import { createTokenService } from './services/token-service.ts';
import { validateSession, type Validation } from './services/validate-session.ts';
import type { IdentityTables } from './tables.ts';

export { eraseAccountOf } from './services/erase-account.ts';
export type { IdentityTables } from './tables.ts';
export type { IdentitySwitches } from './config.ts';

/** What the provider needs from its host. */
export type IdentityDeps = {
  /** A migrated database; the provider uses nothing outside the schema `identity`. */
  db: Kysely<IdentityTables>;
  /** The address people open, without a trailing slash; its host is the audience of tokens. */
  publicUrl: string;
  /** The product's name, as it stands in mails. */
  serviceName: string;
  /** Hands a mail over; a rejection is a technical error and the mail does not count as sent. */
  sendMail(mail: Mail): Promise<void>;
  clock: { now(): Date };
  log: IdentityLog;
  config?: IdentitySwitches;
  /** Cookies carry `Secure`; false only on plain http. */
  secureCookies: boolean;
  /** Asked before each request but the checks of sessions: seconds until it is let in, 0 for now. */
  secondsToWait?(request: FastifyRequest): Promise<number>;
  /** Told after an account is gone, so that the host can remove what it keeps about it. */
  onAccountDeleted?(userId: string): Promise<void>;
};

/** The mounted provider. */
export type IdentityHandle = {
  /** `iss` of session tokens and base address of the provider. */
  issuer: string;
  /** `aud` of session tokens. */
  audience: string;
  /** The public keys of `/.well-known/jwks.json`. */
  readonly publicKeys: JSONWebKeySet;
  /** What `POST /sessions/validate` answers, without the way through HTTP. */
  validateSession(token: string): Promise<Validation>;
  /** Deletes what has expired and rotates the signing key; for a timer, hourly or so. */
  removeExpired(): Promise<void>;
};

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
    publicUrl,
    config,
    tokens,
    digest: createDigest(await loadSecret(db, 'digest', clock.now())),
    seal: createSeal(await loadSecret(db, 'seal', clock.now())),
    passwords: await createPasswordHasher(config.password.hashing),
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
    validateSession: (token) => validateSession(runtime, [token], { touch: true }),
    removeExpired: () => removeExpired(runtime),
  };
}
