import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient } from '../../../e2e/support/http-client.ts';
import { TEST_ENGINES } from '../create-test-database.ts';
import { startEmbeddedProduct } from '../start-embedded-product.ts';

interface MailServer {
  url: string;
  /** Resolves when somebody has brought a mail, which is not taken yet. */
  reached: Promise<void>;
  /** What becomes of that mail. */
  decide: (error?: Error) => void;
  subjects: string[];
}

async function readSubject(mail: Readable, subjects: string[], done: () => void): Promise<void> {
  const { subject = '' } = await PostalMime.parse(await buffer(mail));
  subjects.push(subject);
  done();
}

/** A mail server that lets the first mail wait until it is told what to do. */
async function startMailServer(): Promise<MailServer> {
  const reached = Promise.withResolvers<void>();
  const undecided: ((error?: Error) => void)[] = [];
  const subjects: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      undecided.push(done);
      reached.resolve();
    },
    onData(stream, _session, done) {
      void readSubject(stream, subjects, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    reached: reached.promise,
    decide: (error) => undecided.forEach((done) => done(error)),
    subjects,
  };
}

for (const engine of TEST_ENGINES) {
  async function open() {
    const mail = await startMailServer();
    const product = await startEmbeddedProduct({ engine, smtpUrl: mail.url });
    onTestFinished(() => product.close());
    const [waiting, other] = [createHttpClient(product), createHttpClient(product)];
    onTestFinished(() => [waiting, other].forEach((client) => client.close()));
    await waiting.open('registration');
    const asked = waiting.run('register_login_identifier', { email: 'ann@example.org' });
    await mail.reached;
    return { mail, waiting, other, asked };
  }

  test(`[IDP-03] on ${engine} nobody else waits while a mail server is slow, and the code arrives`, async () => {
    const { mail, other, asked } = await open();
    for (const flow of ['login', 'registration']) {
      expect((await other.open(flow)).name).toMatch(/_init$/);
    }
    expect((await other.call('GET', '/api/user/session')).status).toBe(401);
    mail.decide();
    expect((await asked).name).toBe('passcode_confirmation');
    expect(mail.subjects).toEqual([expect.stringMatching(/\d{6}/)]);
  });

  test(`[IDP-03] on ${engine} a mail that is refused ends in an error, after which sign-up begins anew`, async () => {
    const { mail, waiting, asked } = await open();
    mail.decide(Object.assign(new Error('Nobody of this name'), { responseCode: 550 }));
    expect(await asked).toMatchObject({ status: 500, error: { code: 'technical_error' } });
    expect((await waiting.open('registration')).name).toBe('registration_init');
    expect(mail.subjects).toEqual([]);
  });
}
