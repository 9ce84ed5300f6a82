import type { Clock } from '../src/platform/clock.ts';

/** A clock that stands still until a test moves it. It starts at the real time, as tokens do. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function createTestClock(start = new Date()): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
  };
}
