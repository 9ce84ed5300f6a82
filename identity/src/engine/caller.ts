import type { Session } from '../store/session-store.ts';
import type { Stores } from '../store/stores.ts';
import { FlowRefusal } from './errors.ts';
import type { Client, KnownCaller } from './flow-context.ts';
import type { IdentityRuntime } from './runtime.ts';
import type { SessionPayload } from './session-tokens.ts';

/** Who sends a request: the tokens to try, in this order, and where it comes from. */
export interface Caller {
  tokens: string[];
  client: Client;
}

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
  const found = await findLiveSession(
    runtime,
    stores.sessions,
    await readTokens(runtime, caller.tokens),
  );
  const account = found && (await stores.accounts.lock(found.session.userId));
  if (!found || !account) throw new FlowRefusal('unauthorized');
  const sessions = await stores.sessions.list(account.id, runtime.clock.now());
  return { session: found.session, account, sessions };
}

/** A session that is live on the server, and the verified payload that named it. */
interface LiveSession {
  session: Session;
  payload: SessionPayload;
}

/** What those of the tokens say that verify, in their order; the database is not asked. */
export async function readTokens(
  runtime: Pick<IdentityRuntime, 'tokens'>,
  tokens: string[],
): Promise<SessionPayload[]> {
  const distinct = [...new Set(tokens)];
  const payloads = await Promise.all(distinct.map((token) => runtime.tokens.verify(token)));
  return payloads.filter((payload) => payload !== undefined);
}

/**
 * The first of the verified payloads whose session still exists for its subject.
 * A session idle for too long is deleted on the way.
 */
export async function findLiveSession(
  runtime: Pick<IdentityRuntime, 'clock' | 'config'>,
  sessions: Stores['sessions'],
  payloads: SessionPayload[],
): Promise<LiveSession | undefined> {
  const now = runtime.clock.now();
  for (const payload of payloads) {
    const session = await sessions.find(payload.session_id);
    if (!session || session.userId !== payload.sub || session.expiresAt <= now) continue;
    const idleEnd = idleEndOf(runtime, session);
    if (idleEnd && idleEnd <= now) await sessions.remove(session.id);
    else return { session, payload };
  }
  return undefined;
}

/** When a session ends if it is not used before; undefined without an idle timeout. */
export function idleEndOf(
  runtime: Pick<IdentityRuntime, 'config'>,
  session: Session,
): Date | undefined {
  const { idleTimeoutSeconds } = runtime.config.session;
  if (idleTimeoutSeconds === 0) return undefined;
  return new Date(session.lastUsed.getTime() + idleTimeoutSeconds * 1000);
}
