import type { IdentityRuntime } from '../identity-runtime.ts';
import { rotateSigningKeys } from './signing-keys.ts';
import { createStores } from '../store/stores.ts';

const msPerDay = 24 * 60 * 60 * 1000;

/**
 * Deletes what time has made useless and gives an old signing key a successor; safe to run at any
 * moment and on several servers, each of which has to run it to learn about new keys.
 */
export async function removeExpired(
  runtime: Pick<IdentityRuntime, 'db' | 'clock' | 'config' | 'tokens'>,
): Promise<void> {
  const now = runtime.clock.now();
  const stores = createStores(runtime.db);
  await stores.passcodes.removeExpired(now);
  await stores.flows.removeExpired(now);
  await stores.sessions.removeExpired(now);
  await stores.rateLimits.removeExpired(now);
  await stores.devices.removeExpired(now);
  await stores.exchangeTokens.removeExpired(now);
  const { signingKeyDays, session } = runtime.config;
  const keys = await rotateSigningKeys(runtime.db, {
    now,
    rotateAfterDays: signingKeyDays,
    sessionMs: session.lifespanSeconds * 1000,
  });
  await runtime.tokens.replaceKeys(keys);
  const auditStart = new Date(now.getTime() - runtime.config.auditRetentionDays * msPerDay);
  await stores.audit.removeBefore(auditStart);
}
