import Fastify from 'fastify';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createOutboxMailer } from './mailer.ts';
import { openOutboxFiles, registerOutboxPage } from './outbox.ts';

const HOUR_MS = 3_600_000;

async function openOutbox() {
  const dataDir = await temporaryFolder();
  const files = openOutboxFiles(dataDir);
  const clock = createTestClock();
  const announced: string[] = [];
  const mailer = createOutboxMailer({
    files,
    from: 'Pathway <no-reply@localhost>',
    clock,
    announce: (fileName) => announced.push(fileName),
  });
  const app = Fastify();
  registerOutboxPage(app, { files, productName: 'Pathway' });
  return { folder: join(dataDir, 'outbox'), files, clock, mailer, app, announced };
}

const mail = {
  to: 'ann@example.org',
  subject: '123456 is your code',
  text: 'Your code:\n\n123456\n\nGrüße <b>',
  html: '<p>123456</p>',
};

test('mail is a file that the page shows as text', async () => {
  const { mailer, app, announced } = await openOutbox();
  await mailer.send(mail);
  expect(announced).toHaveLength(1);
  const page = await app.inject({ url: '/outbox', headers: { host: 'localhost:3000' } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('123456 is your code');
  expect(page.body).toContain('Grüße &lt;b&gt;');
  expect(page.body).toContain('ann@example.org');
  expect(page.body).toMatch(
    /<time datetime="\d{4}-\d\d-\d\dT[^"]+Z">\w+ \d+, \d{4} at [\d:]+ [AP]M UTC</,
  );
});

test('the page answers nobody outside this machine', async () => {
  const { app } = await openOutbox();
  const local = { host: 'localhost:3000' };
  const refused = await Promise.all([
    app.inject({ url: '/outbox', headers: { host: 'pathway.example.org' } }),
    app.inject({ url: '/outbox', headers: { ...local, 'x-forwarded-for': '203.0.113.9' } }),
    app.inject({ url: '/outbox', headers: local, remoteAddress: '203.0.113.9' }),
  ]);
  expect(refused.map((reply) => reply.statusCode)).toEqual([404, 404, 404]);
});

test('the newest mail comes first, and no more than was asked for', async () => {
  const { mailer, files, clock, folder } = await openOutbox();
  expect(await files.readNewest(2)).toEqual([]);
  for (const subject of ['first', 'second', 'third']) {
    await mailer.send({ ...mail, subject });
    clock.advance(HOUR_MS);
  }
  await writeFile(join(folder, 'notes.txt'), 'somebody put this here');
  const newest = await files.readNewest(2);
  expect(newest.map(({ subject }) => subject)).toEqual(['third', 'second']);
  expect(newest[0]).toMatchObject({
    to: 'ann@example.org',
    text: expect.stringContaining('Grüße'),
  });
});

test('what is older is removed, half-written files too, and what is not ours stays', async () => {
  const { mailer, files, clock, folder, announced } = await openOutbox();
  await files.removeBefore(clock.now());
  await mailer.send(mail);
  await writeFile(join(folder, `.${announced[0]}`), 'half');
  await writeFile(join(folder, 'notes.txt'), 'somebody put this here');
  clock.advance(HOUR_MS);
  await mailer.send(mail);
  await files.removeBefore(clock.now());
  expect(await readdir(folder)).toEqual([announced[1], 'notes.txt']);
});

test('mail is for the user alone who runs the product, whatever the system would give to others', async () => {
  const earlier = process.umask(0);
  onTestFinished(() => void process.umask(earlier));
  const { mailer, folder, announced } = await openOutbox();
  await mailer.send(mail);
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(folder)).toBe(0o700);
  expect(await modeOf(join(folder, announced[0] ?? ''))).toBe(0o600);
});
