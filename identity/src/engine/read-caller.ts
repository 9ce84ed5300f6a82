import type { IdentityRuntime } from '../identity-runtime.ts';
import type { Caller } from '../services/caller.ts';
import { findLiveSession } from '../services/find-live-session.ts';
import type { Stores } from '../store/stores.ts';
import { FlowRefusal } from './errors.ts';
import type { KnownCaller } from './flow-context.ts';

/**
 * The live session and account of the caller, read anew for every profile request. The account
 * is held, so that requests of two profile flows on one account run one after the other.
 * @throws FlowRefusal `unauthorized` (401) when either is gone.
 */
export async function readCaller(
  runtime: IdentityRuntime,
  stores: Stores,
  caller: Caller,
): Promise<Required<KnownCaller>> {
  const found = await findLiveSession(runtime, stores.sessions, caller.tokens);
  const account = found && (await stores.accounts.lock(found.session.userId));
  if (!found || !account) throw new FlowRefusal('unauthorized');
  const sessions = await stores.sessions.list(account.id, runtime.clock.now());
  return { session: found.session, account, sessions };
}
