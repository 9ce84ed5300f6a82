import type { IdentityRuntime } from '../identity-runtime.ts';
import type { Session, SessionStore } from '../store/session-store.ts';
import type { SessionPayload } from './claims.ts';

/** A session that is live on the server, and the verified payload that named it. */
export type LiveSession = { session: Session; payload: SessionPayload };

/**
 * The first token that verifies and whose session still exists for its subject.
 * A session idle for too long is deleted on the way.
 */
export async function findLiveSession(
  runtime: Pick<IdentityRuntime, 'tokens' | 'clock' | 'config'>,
  sessions: SessionStore,
  tokens: string[],
): Promise<LiveSession | undefined> {
  const now = runtime.clock.now();
  for (const token of tokens) {
    const payload = await runtime.tokens.verify(token);
    const session = payload && (await sessions.find(payload.session_id));
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
