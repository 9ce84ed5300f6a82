import { describe, expect, test } from 'vitest';
import { start } from '../../test/build-test-provider.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { createRateLimitStore } from './rate-limit-store.ts';

const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limitOf = (bucket: string) => ({ bucket, limit: 3, windowSeconds: 60 });

describe.each(engines)('rate limits on $name', (engine) => {
  const providers = useProviders(engine);

  test('of 50 hits at once exactly the limit passes', async () => {
    const limits = createRateLimitStore(providers.database.db);
    const hits = Array.from({ length: 50 }, () => limits.take(limitOf('burst'), start));
    expect((await Promise.all(hits)).filter(Boolean)).toHaveLength(3);
  });

  test('the window slides: never more than the limit within any 60 seconds', async () => {
    const limits = createRateLimitStore(providers.database.db);
    const passed: number[] = [];
    for (let second = 0; second <= 180; second += 5) {
      if (await limits.take(limitOf('slide'), later(second))) passed.push(second);
    }
    expect(passed).toEqual([0, 5, 10, 60, 65, 70, 120, 125, 130, 180]);
  });

  test('the time to wait ends when the oldest hit leaves the window', async () => {
    const limits = createRateLimitStore(providers.database.db);
    expect(await limits.secondsToWait(limitOf('wait'), start)).toBe(0);
    for (const second of [0, 10, 20]) await limits.take(limitOf('wait'), later(second));
    expect(await limits.secondsToWait(limitOf('wait'), later(20))).toBe(40);
    expect(await limits.secondsToWait(limitOf('wait'), later(60))).toBe(0);
  });

  test('a hit taken back does not count, the others do', async () => {
    const limits = createRateLimitStore(providers.database.db);
    for (const second of [0, 1, 2]) await limits.take(limitOf('undo'), later(second));
    await limits.release('undo', later(1));
    expect(await limits.take(limitOf('undo'), later(3))).toBe(true);
    expect(await limits.take(limitOf('undo'), later(4))).toBe(false);
    await limits.release('undo', later(59));
    expect(await limits.take(limitOf('undo'), later(5))).toBe(false);
  });
});
