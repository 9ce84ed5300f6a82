import { identityMigrations } from '@pathway/identity/mount';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { signUpOverHttp, type NewPerson, type SignedUp } from '../../e2e/support/http-client.ts';
import { readConfig } from '../src/config.ts';
import { mountEmbeddedParts } from '../src/context/mount-embedded-parts.ts';
import type { People } from '../src/people/create-people.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createJobQueue } from '../src/platform/jobs/job-queue.ts';
import { buildTestApp } from './build-test-app.ts';
import { createTestDatabase } from './create-test-database.ts';
import { createTestPeople } from './create-test-people.ts';
import { findFreePort } from '../../e2e/support/find-free-port.ts';

const log = pino({ level: 'silent' });

/** The server with the embedded provider, its outbox and its queue, listening; the model alone is a stand-in. */
export interface EmbeddedProduct {
  url: string;
  database: Database;
  people: People;
  outbox: string;
  /** The code in the newest mail to an address. */
  readCode(email: string): Promise<string>;
  /** Somebody who has signed up and accepted the terms. */
  signUp(person: NewPerson): Promise<SignedUp>;
  close(): Promise<void>;
}

export async function startEmbeddedProduct({
  engine,
  identitySwitches = {},
  smtpUrl = '',
}: {
  engine: Database['engine'];
  identitySwitches?: object;
  /** Where mail goes instead of into the outbox. */
  smtpUrl?: string;
}): Promise<EmbeddedProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
  const outbox = join(dataDir, 'outbox');
  const database = await createTestDatabase(engine);
  await migrate(database.db, [{ name: 'identity', folder: identityMigrations }]);
  const jobs = await createJobQueue({ database, names: ['some-job'], log });
  const people = createTestPeople({ database, provider: 'embedded', dataDir });
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    IDENTITY_SWITCHES: JSON.stringify(identitySwitches),
    SMTP_URL: smtpUrl,
    REQUESTS_PER_MINUTE: '100000',
  });
  const server = await buildTestApp({
    database,
    people,
    clock: systemClock,
    publicUrl: url,
    provider: {
      apiUrl: `http://127.0.0.1:${port}/identity`,
      browserUrl: `${url}/identity`,
      audience: 'localhost',
      issuer: `${url}/identity`,
    },
    beforeReady: (app) =>
      mountEmbeddedParts(app, {
        config,
        database,
        people,
        clock: systemClock,
        log,
        metrics: new Registry(),
      }),
  });
  await server.app.listen({ port, host: '127.0.0.1' });
  const readCode = (email: string) => readNewestCode(outbox, email);
  return {
    url,
    database,
    people,
    outbox,
    readCode,
    async signUp(person) {
      const signedUp = await signUpOverHttp({ url, readCode }, person);
      await signedUp.acceptTerms();
      return signedUp;
    },
    async close() {
      await jobs.stop();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function readNewestCode(outbox: string, email: string): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => /^[^.].*\.eml$/.test(name));
  for (const name of names.toSorted().toReversed()) {
    const mail = await readFile(join(outbox, name), 'utf8');
    const code = /^Subject:.*?(?<!\d)(\d{6})(?!\d)/im.exec(mail)?.[1];
    if (mail.toLowerCase().includes(`to: ${email}`) && code !== undefined) return code;
  }
  throw new Error('No code was mailed.');
}
