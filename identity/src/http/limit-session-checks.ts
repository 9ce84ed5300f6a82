import type { IdentityRuntime } from '../engine/runtime.ts';
import type { SessionPayload } from '../engine/session-tokens.ts';

const EACH_MINUTE = { windowSeconds: 60, maxKeys: 20_000 };

/** Seconds until a check of a session is let in, 0 for now. It is counted then. */
type SessionCheckLimit = (check: {
  /** What the tokens that verify say. */
  payloads: SessionPayload[];
  /** False when there was no token to verify. */
  hasToken: boolean;
  ip: string;
}) => number;

/**
 * Checks of sessions are what back ends ask for all their people, from one address, and every page twice
 * a minute. So each session counts alone, and its limit is far above what its pages ask. Tokens that do
 * not verify name no session; those count by network, and refusing them refuses no others.
 */
export function limitSessionChecks({
  config,
  clock,
  networkOf,
}: Pick<IdentityRuntime, 'config' | 'clock' | 'networkOf'>): SessionCheckLimit {
  const { sessionChecksPerMinute, badTokensPerMinute } = config.limits;
  const ofSession = createRequestCount({ limit: sessionChecksPerMinute, ...EACH_MINUTE });
  const ofNetwork = createRequestCount({ limit: badTokensPerMinute, ...EACH_MINUTE });
  return ({ payloads, hasToken, ip }) => {
    const now = clock.now();
    if (payloads.length === 0) return hasToken ? ofNetwork.take(networkOf(ip), now) : 0;
    return Math.max(...payloads.map(({ session_id }) => ofSession.take(session_id, now)));
  };
}

/** Counts requests by key, in this process alone. */
interface RequestCount {
  /** Counts one and returns 0, or counts nothing and returns the seconds until the next may come. */
  take(key: string, now: Date): number;
}

interface Window {
  endsAt: number;
  taken: number;
}

/**
 * At most `limit` in a window that begins with the first. Of more than `maxKeys` keys the one whose
 * window began first is forgotten.
 */
export function createRequestCount(options: {
  limit: number;
  windowSeconds: number;
  maxKeys: number;
}): RequestCount {
  const { limit, windowSeconds, maxKeys } = options;
  /** In the order in which they began. */
  const windows = new Map<string, Window>();

  function begin(key: string, time: number): Window {
    const window = { endsAt: time + windowSeconds * 1000, taken: 0 };
    windows.delete(key);
    windows.set(key, window);
    for (const oldest of windows.keys()) {
      if (windows.size <= maxKeys) break;
      windows.delete(oldest);
    }
    return window;
  }

  return {
    take(key, now) {
      const time = now.getTime();
      const known = windows.get(key);
      const window = known && time < known.endsAt ? known : begin(key, time);
      if (window.taken >= limit) return Math.ceil((window.endsAt - time) / 1000);
      window.taken += 1;
      return 0;
    },
  };
}
