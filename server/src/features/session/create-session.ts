import type { User } from '@pathway/contract/session';
import type { SessionStore } from '../../access/session-store.ts';
import type { SignInProvider } from '../../access/sign-in-provider.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { UserStore } from './user-store.ts';

export interface CreateSessionDeps {
  provider: SignInProvider;
  sessions: SessionStore;
  users: UserStore;
  clock: Clock;
}

/**
 * Swaps the provider's token for a session of our own. `issueId` gives the browser a fresh id and
 * answers its hash; a session that the browser brought along is dropped.
 *
 * @throws AppError `session_creation_failed`, or `service_unavailable` when the provider is down.
 */
export async function createSession(
  deps: CreateSessionDeps,
  request: {
    providerToken: string | undefined;
    replacedIdHash: string | undefined;
    issueId: (expires: Date) => string;
  },
): Promise<{ user: User; isNewUser: boolean }> {
  if (request.providerToken === undefined) throw new AppError('session_creation_failed');
  const identity = await deps.provider.verifyToken(request.providerToken);
  const providerSession = await deps.provider.validate(request.providerToken);
  if (providerSession.state === 'unreachable') throw new AppError('service_unavailable');
  if (providerSession.state === 'ended' || providerSession.sessionId !== identity.sessionId) {
    throw new AppError('session_creation_failed');
  }
  const now = deps.clock.now();
  const { user, isNew } = await deps.users.signIn({ ...identity, now });
  await deps.sessions.replace(
    {
      idHash: request.issueId(identity.expiresAt),
      userId: user.id,
      providerSessionId: identity.sessionId,
      now,
      expiresAt: identity.expiresAt,
    },
    request.replacedIdHash,
  );
  return { user, isNewUser: isNew };
}
