import type { Clock } from '../platform/clock.ts';
import type { Session, SessionStore } from './session-store.ts';
import type { SignInProvider } from './sign-in-provider.ts';

/** How long the provider's last word holds. */
const REVALIDATE_AFTER_MS = 60_000;
/** How long a session outlives the provider's last word while the provider cannot be reached. */
const OUTAGE_GRACE_MS = 300_000;
/** While the provider is down, or refuses to speak about a session, it is asked at most this often. */
const RETRY_MS = 5_000;
/** Sessions it refused to speak about that are remembered; forgetting them costs a question. */
const MAX_REFUSED = 10_000;

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
  /** When the provider refused to speak about a session, by its hash. */
  const refusedSince = new Map<string, number>();

  function rests({ idHash }: Session, now: number): boolean {
    const since = Math.max(unreachableSince, refusedSince.get(idHash) ?? Number.NEGATIVE_INFINITY);
    return Math.abs(now - since) < RETRY_MS;
  }

  function noteRefusal({ idHash }: Session, now: number): void {
    if (refusedSince.size >= MAX_REFUSED) refusedSince.clear();
    refusedSince.set(idHash, now);
  }

  async function askProvider(session: Session, token: string): Promise<boolean> {
    const now = clock.now();
    const outlives = now.getTime() - session.validatedAt.getTime() <= OUTAGE_GRACE_MS;
    if (rests(session, now.getTime())) return outlives;
    const answer = await provider.validate(token);
    if (answer.state === 'unreachable') {
      unreachableSince = now.getTime();
      return outlives;
    }
    if (answer.state === 'refused') {
      noteRefusal(session, now.getTime());
      return outlives;
    }
    refusedSince.delete(session.idHash);
    if (answer.state === 'ended' || answer.sessionId !== session.providerSessionId) {
      await sessions.end(session.idHash, now);
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
      await sessions.end(session.idHash, clock.now());
      return false;
    }
    const key = `${session.idHash} ${token}`;
    const current = running.get(key) ?? askProvider(session, token);
    running.set(key, current);
    return current.finally(() => running.delete(key));
  };
}
