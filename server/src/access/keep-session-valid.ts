import type { Clock } from '../platform/clock.ts';
import type { Session, SessionStore } from './session-store.ts';
import type { SignInProvider } from './sign-in-provider.ts';

/** How long the provider's last word holds. */
const REVALIDATE_AFTER_MS = 60_000;
/** How long a session outlives the provider's last word while the provider cannot be reached. */
const OUTAGE_GRACE_MS = 300_000;
/** While the provider is down it is asked at most this often. */
const OUTAGE_RETRY_MS = 5_000;

/** Tells whether a session still holds, and ends it in the database when the provider ended it. */
export type KeepSessionValid = (
  session: Session,
  providerToken: string | undefined,
) => Promise<boolean>;

/** Re-validates with the provider at most once a minute and session, however many requests come. */
export function createKeepSessionValid(deps: {
  sessions: SessionStore;
  provider: SignInProvider;
  clock: Clock;
}): KeepSessionValid {
  const { sessions, provider, clock } = deps;
  const running = new Map<string, Promise<boolean>>();
  let unreachableSince = Number.NEGATIVE_INFINITY;

  async function askProvider(session: Session, token: string): Promise<boolean> {
    const now = clock.now();
    const justFailed = Math.abs(now.getTime() - unreachableSince) < OUTAGE_RETRY_MS;
    const answer = justFailed
      ? ({ state: 'unreachable' } as const)
      : await provider.validate(token);
    if (answer.state === 'unreachable') {
      if (!justFailed) unreachableSince = now.getTime();
      return now.getTime() - session.validatedAt.getTime() <= OUTAGE_GRACE_MS;
    }
    if (answer.state === 'ended' || answer.sessionId !== session.providerSessionId) {
      await sessions.delete(session.idHash);
      return false;
    }
    await sessions.markValidated(session.idHash, now);
    return true;
  }

  return async (session, token) => {
    const now = clock.now().getTime();
    if (session.expiresAt.getTime() <= now) return false;
    if (now - session.validatedAt.getTime() < REVALIDATE_AFTER_MS) return true;
    if (token === undefined) {
      await sessions.delete(session.idHash);
      return false;
    }
    const key = `${session.idHash} ${token}`;
    const current = running.get(key) ?? askProvider(session, token);
    running.set(key, current);
    return current.finally(() => running.delete(key));
  };
}
