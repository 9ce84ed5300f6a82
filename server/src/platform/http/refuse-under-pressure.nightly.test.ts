import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { refuseUnderPressure } from './refuse-under-pressure.ts';

/** What the delay is averaged over, and a little. */
const SAMPLE_MS = 5_500;

function stall(durationMs: number): void {
  const end = performance.now() + durationMs;
  while (performance.now() < end);
}

async function openApp() {
  const app = Fastify();
  await refuseUnderPressure(app, { maxEventLoopDelayMs: 150, maxRssBytes: 0 });
  app.get('/', async () => 'fine');
  await app.ready();
  return app;
}

test('one long stall refuses nobody who comes after it', async () => {
  const app = await openApp();
  await sleep(50);
  stall(1_500);
  for (const end = performance.now() + SAMPLE_MS; performance.now() < end; await sleep(100)) {
    expect((await app.inject('/')).statusCode).toBe(200);
  }
  await app.close();
});

test('a loop that is late at every turn refuses with 503, and says when to come back', async () => {
  const app = await openApp();
  for (const end = performance.now() + SAMPLE_MS; performance.now() < end; await sleep(1)) {
    stall(300);
  }
  const reply = await app.inject('/');
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBe('5');
  await app.close();
});
