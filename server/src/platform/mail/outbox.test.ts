import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { systemClock } from '../clock.ts';
import { createOutboxMailer } from './create-outbox-mailer.ts';
import { registerOutboxPage } from './outbox-page.ts';

async function openOutbox() {
  const folder = await temporaryFolder();
  const announced: string[] = [];
  const mailer = createOutboxMailer({
    folder,
    from: 'Pathway <no-reply@localhost>',
    clock: systemClock,
    announce: (fileName) => announced.push(fileName),
  });
  const app = Fastify();
  app.setErrorHandler((error: { status?: number }, _request, reply) =>
    reply.code(error.status ?? 500).send(),
  );
  registerOutboxPage(app, { folder, productName: 'Pathway' });
  return { mailer, app, announced };
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
