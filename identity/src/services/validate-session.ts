import type { IdentityRuntime } from '../identity-runtime.ts';
import { createStores } from '../store/stores.ts';
import { toClaims, type Claims } from './claims.ts';
import { findLiveSession, idleEndOf } from './find-live-session.ts';

/** The answer to "is this session alive?"; never an error. */
export type Validation =
  | { is_valid: false }
  | {
      is_valid: true;
      claims: Claims;
      expiration_time: string;
      user_id: string;
      idle_expires_at?: string;
    };

/** Tries the tokens in order. `touch` counts the question as a use of the session. */
export async function validateSession(
  runtime: Pick<IdentityRuntime, 'db' | 'tokens' | 'clock' | 'config'>,
  tokens: string[],
  { touch }: { touch: boolean },
): Promise<Validation> {
  const { sessions } = createStores(runtime.db);
  const found = await findLiveSession(runtime, sessions, tokens);
  if (!found) return { is_valid: false };
  const now = runtime.clock.now();
  if (touch) await sessions.touch(found.session.id, now);
  const session = touch ? { ...found.session, lastUsed: now } : found.session;
  const idleEnd = idleEndOf(runtime, session);
  const claims = toClaims(found.payload);
  return {
    is_valid: true,
    claims,
    expiration_time: claims.expiration,
    user_id: session.userId,
    ...(idleEnd ? { idle_expires_at: idleEnd.toISOString() } : {}),
  };
}
