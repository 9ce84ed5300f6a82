import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Context } from '../../src/context.ts';
import { mountEmbeddedParts } from '../../src/context/mount-embedded-parts.ts';
import { createLogger } from '../../src/platform/log/create-logger.ts';
import { openOutboxFiles } from '../../src/platform/mail/outbox.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createTestClock } from '../test-clock.ts';

const HOUR_MS = 3_600_000;
const MAIL = Buffer.from('To: ann@example.org\r\nSubject: 123456 is your code\r\n\r\n123456');

/** A product whose people sign in elsewhere, so that nothing but the outbox is mounted. */
async function openProduct(environment: Record<string, string> = {}) {
  const dataDir = await temporaryFolder();
  const config = readConfig({
    DATA_DIR: dataDir,
    HANKO_API_URL: 'https://passport.example.org',
    ...environment,
  });
  const clock = createTestClock();
  const log = createLogger('silent');
  const start = async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    await mountEmbeddedParts(app, { config, clock, log } as unknown as Context);
    return app;
  };
  const files = openOutboxFiles(dataDir);
  const countMails = async () => (await files.readNewest(10)).length;
  return { start, clock, files, countMails };
}

test('mail is removed after a day, at the start', async () => {
  const { start, clock, files, countMails } = await openProduct();
  await files.add(MAIL, clock.now());
  clock.advance(24 * HOUR_MS);
  await start();
  expect(await countMails()).toBe(1);
  clock.advance(1);
  await start();
  expect(await countMails()).toBe(0);
});

test('mail is removed after a day, while the product runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { start, clock, files, countMails } = await openProduct();
  await start();
  await files.add(MAIL, clock.now());
  clock.advance(24 * HOUR_MS + 1);
  vi.advanceTimersByTime(HOUR_MS);
  await vi.waitFor(async () => expect(await countMails()).toBe(0));
});

test.each([
  [{}, 200],
  [{ PUBLIC_URL: 'https://pathway.example.org' }, 404],
  [{ HOST: '0.0.0.0' }, 404],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 404],
])('with %j the page of the outbox answers this machine with %i', async (environment, status) => {
  const { start } = await openProduct(environment);
  const reply = await (await start()).inject({ url: '/outbox', headers: { host: 'localhost' } });
  expect(reply.statusCode).toBe(status);
});
