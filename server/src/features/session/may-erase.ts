import type { Session, SessionStore } from '../../access/session-store.ts';
import type { SignInProvider } from '../../access/sign-in-provider.ts';
import type { People } from '../../people/create-people.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';

/** From opening the delete step in the account widget to confirming it. */
const PREPARED_MS = 120_000;

/** What signing in, signing out and erasing take. */
export interface SessionDeps {
  provider: SignInProvider;
  sessions: SessionStore;
  people: People;
  clock: Clock;
}

/**
 * Lets a session erase its user for two minutes, whatever becomes of it meanwhile; it could erase them
 * right now as well.
 * @throws AppError `not_signed_in` when the provider has ended it, `service_unavailable`.
 */
export async function prepareErasureBy(
  deps: SessionDeps,
  session: Session,
  token: string | undefined,
): Promise<void> {
  const state = await askProvider(deps, session, token);
  if (state === 'unreachable') throw new AppError('service_unavailable');
  if (state === 'ended') {
    await deps.sessions.end(session.idHash, deps.clock.now());
    throw new AppError('not_signed_in');
  }
  const until = new Date(deps.clock.now().getTime() + PREPARED_MS);
  await deps.sessions.allowErasure(session.idHash, until);
}

/**
 * Passes when a session may erase its user: the provider says at this moment that it lives, or that the
 * account is deleted, or the session was prepared while it lived. An ended session alone proves
 * nothing: its owner may have ended it because somebody stole it.
 * @throws AppError `erasure_refused`, `service_unavailable`
 */
export async function checkMayErase(
  deps: SessionDeps,
  session: Session,
  token: string | undefined,
): Promise<void> {
  const now = deps.clock.now();
  const isDeleted = await deps.people.accounts.isDeleted(session.accountId);
  if (isDeleted === true) return;
  const isPrepared = session.erasableUntil !== null && session.erasableUntil > now;
  // Where the provider tells a deleted account from an ended session, preparing counts for nothing.
  if (isDeleted === undefined && isPrepared) return;
  const state = await askProvider(deps, session, token);
  if (state === 'alive') return;
  if (state === 'unreachable') throw new AppError('service_unavailable');
  await deps.sessions.end(session.idHash, now);
  throw new AppError('erasure_refused');
}

async function askProvider(
  deps: SessionDeps,
  session: Session,
  token: string | undefined,
): Promise<'alive' | 'ended' | 'unreachable'> {
  const hasExpired = session.expiresAt <= deps.clock.now();
  if (token === undefined || hasExpired) return 'ended';
  const answer = await deps.provider.validate(token);
  if (answer.state === 'ended') return 'ended';
  // Refused is busy, too: it says nothing about the session.
  if (answer.state !== 'alive') return 'unreachable';
  return answer.sessionId === session.providerSessionId ? 'alive' : 'ended';
}
