import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpMailer } from './mailer.ts';

/** A real SMTP server on this machine, without TLS, that keeps what it is given. */
async function startServer(): Promise<{ url: string; received: Promise<string> }> {
  const received = Promise.withResolvers<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.resolve(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, received: received.promise };
}

const mail = { to: 'ann@example.org', subject: 'Grüße', text: 'Hello', html: '<p>Hello</p>' };

test('mail reaches an SMTP server with sender, subject and both bodies', async () => {
  const server = await startServer();
  const mailer = createSmtpMailer({ smtpUrl: server.url, from: 'Pathway <no-reply@example.org>' });
  await mailer.send(mail);
  const message = await PostalMime.parse(await server.received);
  expect(message.from?.address).toBe('no-reply@example.org');
  expect(message.to?.map((mailbox) => mailbox.address)).toEqual(['ann@example.org']);
  expect(message.subject).toBe('Grüße');
  expect(message.text?.trim()).toBe('Hello');
  expect(message.html).toContain('<p>Hello</p>');
});

test('mail leaves the machine encrypted or not at all, unless clear text is allowed', async () => {
  const { url, received } = await startServer();
  const from = 'no-reply@example.org';
  // Leads to this machine as well, but is no loopback address.
  const outside = url.replace('127.0.0.1', '0.0.0.0');
  for (const smtpUrl of [outside, `${outside}/?ignoreTLS=true&requireTLS=false`]) {
    const mailer = createSmtpMailer({ smtpUrl, from });
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETLS' });
  }
  const open = createSmtpMailer({ smtpUrl: outside, from, allowCleartext: true });
  await open.send(mail);
  expect((await PostalMime.parse(await received)).subject).toBe('Grüße');
});

test('a server that cannot be reached fails the mail', async () => {
  const mailer = createSmtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'no-reply@example.org' });
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
});
