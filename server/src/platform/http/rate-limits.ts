import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { networkOf } from './caller-address.ts';
import { isApiRequest } from './refuse-cross-site.ts';

const MAX_KEYS = 20_000;

/** At most `max` calls in `windowMs`, counted per user, else per network; or always per network. */
export interface RateLimit {
  max: number;
  windowMs: number;
  by?: 'caller' | 'network';
}

/** Names who calls: the user when one is known, since a whole school can share one address. */
export type CallerKey = (request: FastifyRequest) => Promise<string>;

/** Holds every call of the API to one general limit. */
export async function useRateLimits(
  app: FastifyInstance,
  options: { limit: RateLimit; callerKey: CallerKey },
): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    cache: MAX_KEYS,
    keyGenerator: options.callerKey,
  });
  const check = createRateCheck(app, options.limit);
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request)) await check(request);
  });
}

/** A check with counters of its own. @throws AppError `too_many_requests` with the seconds to wait. */
export function createRateCheck(
  app: FastifyInstance,
  limit: RateLimit,
): (request: FastifyRequest) => Promise<void> {
  const secondsToWait = createRateCount(app, limit);
  return async (request) => {
    const retryAfterSeconds = await secondsToWait(request);
    if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds });
  };
}

/** Counters of their own: each call is counted and returns the seconds to wait, 0 for none. */
export function createRateCount(
  app: FastifyInstance,
  limit: RateLimit,
): (request: FastifyRequest) => Promise<number> {
  const count = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.windowMs,
    ...(limit.by === 'network' && {
      keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
    }),
  });
  return async (request) => {
    const result = await count(request);
    return !result.isAllowed && result.isExceeded ? Math.max(1, result.ttlInSeconds) : 0;
  };
}
