import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { randomUUID } from 'node:crypto';
import { buildApp, type AppDeps } from '../src/app.ts';
import { loadOwnDomains } from '../src/assistant/own-care.ts';
import { createDocumentStore } from '../src/documents/document-store.ts';
import type { Database } from '../src/platform/db/database.ts';
import { DEFAULT_APP_LIMITS, type AppLimits } from '../src/platform/http/app-limits.ts';
import { createSiteStore } from '../src/sites/site-store.ts';
import { createTestDatabase } from './create-test-database.ts';
import { createFakeAssistant, type FakeAssistant } from './fake-assistant.ts';
import {
  startFakeProvider,
  TEST_AUDIENCE,
  TEST_ISSUER,
  type FakeProvider,
} from './fake-provider.ts';
import { createRecordingJobQueue, type RecordingJobQueue } from './recording-job-queue.ts';
import { createTestPeople } from './create-test-people.ts';
import { createTempFileStore, type TempFileStore } from './temp-file-store.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export const TEST_PUBLIC_URL = 'http://localhost:3000';

/** The whole server on a real database; only model, provider, clock, jobs and files are stand-ins. */
export interface TestApp {
  app: FastifyInstance;
  database: Database;
  assistant: FakeAssistant;
  provider: FakeProvider;
  clock: TestClock;
  jobs: RecordingJobQueue;
  files: TempFileStore;
  /** Calls with a person's cookies; `as` undefined is a visitor. */
  call(as: Person | undefined, options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Signs a new person in through the callback. */
  signIn(options?: { email?: string; isAdmin?: boolean; consent?: boolean }): Promise<Person>;
  close(): Promise<void>;
}

/** Somebody who is signed in: what the server knows and what the browser holds. */
export interface Person {
  id: string;
  token: string;
  cookies: Record<string, string>;
}

export async function buildTestApp({
  adminEmails = [],
  ...overrides
}: Partial<Omit<AppDeps, 'limits'>> & {
  limits?: Partial<AppLimits>;
  adminEmails?: readonly string[];
} = {}): Promise<TestApp> {
  const database = overrides.database ?? (await createTestDatabase());
  const parts = {
    assistant: createFakeAssistant(),
    provider: await startFakeProvider(),
    clock: createTestClock(),
    jobs: createRecordingJobQueue(),
    files: await createTempFileStore(),
  };
  const { provider } = parts;
  const { clock = parts.clock, jobs = parts.jobs } = overrides;
  const app = await buildApp({
    ...parts,
    database,
    logger: false,
    own: loadOwnDomains({}),
    web: { distFolder: undefined, config: testWebConfig(provider.url) },
    documents: createDocumentStore(database.db),
    sites: createSiteStore({ db: database.db, jobs, clock }),
    people: createTestPeople({ database, clock, adminEmails }),
    publicUrl: TEST_PUBLIC_URL,
    isLocalInstallation: true,
    ...overrides,
    provider: overrides.provider ?? {
      apiUrl: provider.url,
      browserUrl: `${TEST_PUBLIC_URL}/identity`,
      audience: TEST_AUDIENCE,
      issuer: TEST_ISSUER,
    },
    limits: {
      ...DEFAULT_APP_LIMITS,
      requestsPerMinute: 100_000,
      maxEventLoopDelayMs: 0,
      maxRssBytes: 0,
      lastAnswersMs: 0,
      storeAgainForMs: 0,
      ...overrides.limits,
    },
  });
  const call: TestApp['call'] = (as, options) => app.inject({ ...options, cookies: as?.cookies });
  return {
    app,
    database,
    ...parts,
    call,
    signIn: (options) => signIn({ app, database, provider }, options),
    async close() {
      await app.close();
      await provider.close();
      await database.close();
      await parts.files.remove();
    },
  };
}

function testWebConfig(signInUrl: string): AppDeps['web']['config'] {
  return {
    productName: 'Pathway',
    assistantName: 'Avery',
    consentVersion: CONSENT_VERSION,
    signInUrl,
    termsUrl: '/legal/terms',
    privacyUrl: '/legal/privacy',
    contactName: '',
    contactUrl: '',
  };
}

async function signIn(
  deps: Pick<TestApp, 'app' | 'database' | 'provider'>,
  {
    email,
    isAdmin = false,
    consent = true,
  }: { email?: string; isAdmin?: boolean; consent?: boolean } = {},
): Promise<Person> {
  const address = email ?? `${randomUUID()}@example.com`;
  const token = await deps.provider.issueToken({
    email: { address, is_primary: true, is_verified: true },
  });
  const response = await deps.app.inject({
    method: 'POST',
    url: '/api/hanko/callback',
    cookies: { hanko: token },
  });
  if (response.statusCode !== 200) throw new Error(`Sign-in failed: ${response.body}`);
  const { id } = response.json<{ user: { id: string } }>().user;
  const { db } = deps.database;
  if (isAdmin) await db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute();
  if (consent) {
    await db
      .insertInto('consents')
      .values({ user_id: id, version: CONSENT_VERSION, accepted_at: new Date() })
      .execute();
  }
  return { id, token, cookies: { hanko: token, ...cookiesOf(response) } };
}

/** The cookies a reply sets, by name. */
export function cookiesOf(response: LightMyRequestResponse): Record<string, string> {
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
}
