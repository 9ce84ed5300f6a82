import { expect, test } from 'vitest';
import { createConsentFlag } from './session-hints.ts';

test('[CONS-05] the browser remembers who accepted this version of the terms, until they leave', () => {
  const flag = createConsentFlag('2025-06-30');
  const other = createConsentFlag('2024-01-01');
  expect([flag.isSet('ann'), flag.isSetForSomebody()]).toEqual([false, false]);
  flag.set('ann');
  expect([flag.isSet('ann'), flag.isSet('ben'), flag.isSetForSomebody()]).toEqual([
    true,
    false,
    true,
  ]);
  expect(other.isSetForSomebody()).toBe(false);
  flag.clear('ann');
  expect([flag.isSet('ann'), flag.isSetForSomebody()]).toEqual([false, false]);
});
