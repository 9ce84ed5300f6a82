import { describe, expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Work that ends when it is told to, and the order in which it began. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    named: (name: string) => () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      begun.push(name);
      ends.set(name, () => resolve(name));
      return promise;
    },
    /** Ends one and lets whatever follows begin. */
    async end(name: string) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('a fair queue', () => {
  test('runs as many at once as it may, the others in turn', async () => {
    const queue = createFairQueue({ maxRunning: 2, waitingPerNetwork: 10 });
    const work = createWork();
    const all = ['1', '2', '3'].map((name) => queue.run('a', work.named(name)));
    expect(work.begun).toEqual(['1', '2']);
    await work.end('2');
    expect(work.begun).toEqual(['1', '2', '3']);
    await work.end('1');
    await work.end('3');
    for (const [index, name] of ['1', '2', '3'].entries()) expect(await all[index]).toBe(name);
  });

  test('whoever comes while 300 of another network wait is next', async () => {
    const queue = createFairQueue({ maxRunning: 1, waitingPerNetwork: 300 });
    const work = createWork();
    for (let count = 0; count <= 300; count += 1) void queue.run('a', work.named(`a${count}`));
    void queue.run('b', work.named('b0'));
    void queue.run('b', work.named('b1'));
    for (const name of ['a0', 'b0', 'a1', 'b1', 'a2']) await work.end(name);
    expect(work.begun).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3']);
  });

  test('networks that have none at work come before those that have', async () => {
    const queue = createFairQueue({ maxRunning: 2, waitingPerNetwork: 10 });
    const work = createWork();
    for (const name of ['a0', 'a1', 'a2', 'a3']) void queue.run('a', work.named(name));
    void queue.run('b', work.named('b0'));
    void queue.run('c', work.named('c0'));
    await work.end('a0');
    await work.end('a1');
    expect(work.begun).toEqual(['a0', 'a1', 'b0', 'c0']);
  });

  test('one more than may wait of a network is not taken, of another it is', async () => {
    const queue = createFairQueue({ maxRunning: 1, waitingPerNetwork: 2 });
    const work = createWork();
    const waiting = ['0', '1', '2'].map((name) => queue.run('a', work.named(name)));
    expect(queue.run('a', work.named('3'))).toBeUndefined();
    expect(queue.run('b', work.named('4'))).toBeDefined();
    await work.end('0');
    await work.end('4');
    expect(queue.run('a', work.named('5'))).toBeDefined();
    expect(await waiting[0]).toBe('0');
  });

  test('after work that fails the next one runs', async () => {
    const queue = createFairQueue({ maxRunning: 1, waitingPerNetwork: 2 });
    const failed = queue.run('a', () => Promise.reject(new Error('broken')));
    const next = queue.run('a', async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
