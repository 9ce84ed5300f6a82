import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpMailer } from './mailer.ts';

const FROM = 'no-reply@example.org';
const MAIL = { to: 'ann@example.org', subject: '123456 is your code', text: '123456', html: '' };

interface Running {
  port: number;
  /** Whether each mail that was taken came encrypted. */
  taken: boolean[];
}

/** With a certificate of its own for localhost, which nobody vouches for. */
async function startServer(options: SMTPServerOptions): Promise<Running> {
  const taken: boolean[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        taken.push(session.secure);
        done();
      });
    },
    ...options,
  });
  // Whoever does not trust the certificate hangs up.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, taken };
}

const mailTo = (smtpUrl: string, limits: { sendLimitMs?: number } = {}) =>
  createSmtpMailer({ smtpUrl, from: FROM, firstPauseMs: 1, ...limits }).send(MAIL);

test.each([
  ['STARTTLS', 'smtp', false],
  ['TLS from the first byte', 'smtps', true],
])('a certificate that nobody vouches for gets no mail by %s', async (_name, protocol, secure) => {
  const { port, taken } = await startServer({ secure });
  // Leads to this machine as well, but is no loopback address.
  const smtpUrl = `${protocol}://0.0.0.0:${port}`;
  await expect(mailTo(smtpUrl)).rejects.toThrow(/certificate/);
  expect(taken).toEqual([]);
  await mailTo(`${smtpUrl}/?tls.rejectUnauthorized=false`);
  expect(taken).toEqual([true]);
});

test('a mail that is put off, as by greylisting, is brought again', async () => {
  const tries: string[] = [];
  const { port, taken } = await startServer({
    onRcptTo({ address }, _session, done) {
      tries.push(address);
      const isKnown = tries.length > 2;
      done(isKnown ? null : Object.assign(new Error('Come again later'), { responseCode: 451 }));
    },
  });
  await mailTo(`smtp://127.0.0.1:${port}/?ignoreTLS=true`);
  expect(tries).toHaveLength(3);
  expect(taken).toHaveLength(1);
});

test('a mail that is refused is brought once', async () => {
  const tries: string[] = [];
  const { port } = await startServer({
    onRcptTo({ address }, _session, done) {
      tries.push(address);
      done(Object.assign(new Error('Nobody of this name'), { responseCode: 550 }));
    },
  });
  const sending = mailTo(`smtp://127.0.0.1:${port}/?ignoreTLS=true`);
  await expect(sending).rejects.toMatchObject({ responseCode: 550 });
  expect(tries).toHaveLength(1);
});

test('a server that keeps saying something, but never ends, is given up', async () => {
  const { port, taken } = await startServer({
    onRcptTo(_address, _session, done) {
      done(Object.assign(new Error('Come again later'), { responseCode: 451 }));
    },
  });
  const smtpUrl = `smtp://127.0.0.1:${port}/?ignoreTLS=true`;
  await expect(mailTo(smtpUrl, { sendLimitMs: 300 })).rejects.toThrow('longer than 0.3 s');
  expect(taken).toEqual([]);
});

test('a server that says nothing is given up', async () => {
  const unanswered: (() => void)[] = [];
  const { port } = await startServer({
    onConnect: (_session, done) => void unanswered.push(done),
  });
  onTestFinished(() => unanswered.forEach((done) => done()));
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  await expect(mailTo(smtpUrl, { sendLimitMs: 300 })).rejects.toThrow('longer than 0.3 s');
});
