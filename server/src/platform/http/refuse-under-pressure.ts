import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { AppLimits } from './app-limits.ts';

/**
 * How long the delay of the event loop is averaged. One stall, however long, says nothing about the
 * next request; a loop that is late at every turn for this long is overloaded.
 */
const SAMPLE_MS = 5_000;
const RETRY_AFTER_SECONDS = SAMPLE_MS / 1_000;

/** Replies 503 while the process is overloaded. Register it in the scope that it is to protect. */
export async function refuseUnderPressure(
  app: FastifyInstance,
  limits: Pick<AppLimits, 'maxEventLoopDelayMs' | 'maxRssBytes'>,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxRssBytes: limits.maxRssBytes,
    sampleInterval: SAMPLE_MS,
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
