import { LOGS_IN_BROWSER_MAX } from '@pathway/contract/limits';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDigestLogsJob } from './digest-logs-job.ts';

test('[LOG-12] logs are digested in the background where there are more than the browser holds', async () => {
  const digested: AbortSignal[] = [];
  const { signal } = new AbortController();
  for (const count of [LOGS_IN_BROWSER_MAX, LOGS_IN_BROWSER_MAX + 1]) {
    const job = createDigestLogsJob({
      logs: { exceed: async (most) => count > most },
      digests: { catchUpWithAll: async (given) => digested.push(given ?? signal) },
      log: pino({ level: 'silent' }),
    });
    expect(job.cron).toBe('*/10 * * * *');
    await job.handle({}, signal);
  }
  expect(digested).toEqual([signal]);
});
