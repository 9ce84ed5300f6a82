import { expect, test } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createModelBreaker } from './model-breaker.ts';

test('[CHAT-14] three failures in a row pause a model for a minute, then one question tries it', () => {
  const clock = createTestClock();
  const breaker = createModelBreaker({ clock });
  breaker.failed();
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  breaker.failed();
  expect([breaker.admits(), breaker.isPaused()]).toEqual([true, false]);
  breaker.failed();
  expect([breaker.admits(), breaker.isPaused()]).toEqual([false, true]);
  clock.advance(59_999);
  expect(breaker.admits()).toBe(false);
  clock.advance(1);
  expect([breaker.admits(), breaker.admits(), breaker.isPaused()]).toEqual([true, false, true]);
  breaker.failed();
  clock.advance(59_999);
  expect(breaker.admits()).toBe(false);
  clock.advance(1);
  expect(breaker.admits()).toBe(true);
  breaker.succeeded();
  expect([breaker.admits(), breaker.isPaused()]).toEqual([true, false]);
});
