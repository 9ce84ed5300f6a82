import { setTimeout as sleepFor } from 'node:timers/promises';

/** Time as the crawler sees it, so that tests need not wait. */
export interface CrawlTimer {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemTimer: CrawlTimer = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }),
};

/** Keeps requests to a site apart. */
export interface Pace {
  /** Resolves when the next request may start, at least the interval after the one before. */
  waitForTurn(signal: AbortSignal): Promise<void>;
  /** Pauses for the given time in milliseconds. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
  /** Changes the interval, in milliseconds. */
  setInterval(ms: number): void;
}

export function createPace(timer: CrawlTimer, intervalMs: number): Pace {
  let interval = intervalMs;
  let last = -Infinity;
  return {
    async waitForTurn(signal) {
      const pause = last + interval - timer.now();
      if (pause > 0) await timer.sleep(pause, signal);
      last = timer.now();
    },
    rest: (ms, signal) => timer.sleep(ms, signal),
    setInterval(ms) {
      interval = ms;
    },
  };
}
