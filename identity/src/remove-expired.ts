import type { IdentityRuntime } from './engine/runtime.ts';
import { rotateSigningKeys } from './store/signing-keys.ts';
import { createStores, deleteExpired } from './store/stores.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes what time has made useless and gives an old signing key a successor; safe to run at any
 * moment and on several servers, each of which has to run it to learn about new keys.
 */
export async function removeExpired(
  runtime: Pick<IdentityRuntime, 'db' | 'clock' | 'config' | 'tokens'>,
): Promise<void> {
  const now = runtime.clock.now();
  const stores = createStores(runtime.db);
  await deleteExpired(runtime.db, now);
  await stores.flows.removeSurplus(runtime.config.limits.flowsKept);
  const { signingKeyDays, session } = runtime.config;
  const keys = await rotateSigningKeys(runtime.db, {
    now,
    rotateAfterDays: signingKeyDays,
    sessionMs: session.lifespanSeconds * 1000,
  });
  await runtime.tokens.replaceKeys(keys);
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await stores.audit.removeBefore(daysAgo(runtime.config.auditRetentionDays));
  await stores.failures.removeBefore(daysAgo(runtime.config.failureRetentionDays));
}
