import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { AppLimits } from './app-limits.ts';

const RETRY_AFTER_SECONDS = 5;

/** Answers 503 while the process is overloaded. Register it in the scope that it is to protect. */
export async function refuseUnderPressure(
  app: FastifyInstance,
  limits: Pick<AppLimits, 'maxEventLoopDelayMs' | 'maxRssBytes'>,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxRssBytes: limits.maxRssBytes,
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
