import type { IdentityRuntime } from '../identity-runtime.ts';
import { createStores } from '../store/stores.ts';

const msPerDay = 24 * 60 * 60 * 1000;

/** Deletes what time has made useless; safe to run at any moment and on several servers. */
export async function removeExpired(
  runtime: Pick<IdentityRuntime, 'db' | 'clock' | 'config'>,
): Promise<void> {
  const now = runtime.clock.now();
  const stores = createStores(runtime.db);
  await stores.passcodes.removeExpired(now);
  await stores.flows.removeExpired(now);
  await stores.sessions.removeExpired(now);
  await stores.rateLimits.removeExpired(now);
  const auditStart = new Date(now.getTime() - runtime.config.auditRetentionDays * msPerDay);
  await stores.audit.removeBefore(auditStart);
}
