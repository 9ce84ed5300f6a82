import {
  createHostAccounts,
  identityMigrations,
  type IdentitySwitches,
  type IdentityTables,
  mountIdentity,
} from '@pathway/identity/mount';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { ZodError } from 'zod';
import { createAnswerMeter } from './assistant/answer-meter.ts';
import { defaultDecision } from './assistant/coverage.ts';
import { DEFAULT_MODEL_LIMITS } from './assistant/generate/ask-model.ts';
import { createModelBreaker } from './assistant/generate/model-breaker.ts';
import {
  createTokenBudget,
  deleteUsageBefore,
  type TokenBudget,
} from './assistant/generate/token-budget.ts';
import { createSecondReader } from './assistant/generate/second-reader.ts';
import { createQuestionWriter } from './assistant/generate/write-questions.ts';
import { loadOwnDomains, type OwnDomains } from './assistant/own-care.ts';
import { createAssistant } from './assistant/pipeline.ts';
import { createCareClassifier } from './assistant/safety/classifier/care-classifier.ts';
import type { Config } from './config.ts';
import { createDocumentStore, type DocumentStore } from './documents/document-store.ts';
import {
  createGenerateQuestionsJob,
  GENERATE_QUESTIONS_JOB,
} from './documents/generate-questions-job.ts';
import {
  createIngestJob,
  INGEST_DOCUMENT_JOB,
  type IngestDeps,
} from './documents/ingest-document.ts';
import { createSectionReader, loadStarterDocuments } from './documents/starter-documents.ts';
import { createSweepFilesJob, SWEEP_FILES_JOB } from './documents/sweep-files-job.ts';
import { createConsentStore } from './features/consent/consent-store.ts';
import { createLogStore } from './features/logs/log-store.ts';
import { createPurgeLogsJob, PURGE_LOGS_JOB } from './features/logs/purge-logs-job.ts';
import { type Encoders, openEncoders } from './knowledge/embed/open-encoders.ts';
import { openExtractor } from './knowledge/extract/open-extractor.ts';
import {
  createIndexJobs,
  EMBED_PASSAGES_JOB,
  RECOUNT_WORDS_JOB,
} from './knowledge/index/index-jobs.ts';
import { loadReadyVectors, type ReadyVectors } from './knowledge/index/ready-vectors.ts';
import { createPassageSearch } from './knowledge/search/create-passage-search.ts';
import { createPeople, type People } from './people/create-people.ts';
import { createHostedAccounts } from './people/find-person.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import type { Tables } from './platform/db/tables.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { claimDataDirectory } from './platform/files/owner-only.ts';
import { openFileStore } from './platform/files/s3-file-store.ts';
import { networkOf } from './platform/http/caller-address.ts';
import { createRateCount } from './platform/http/rate-limits.ts';
import { refuseCrossSite } from './platform/http/refuse-cross-site.ts';
import { createJobQueue, type RunningJobQueue } from './platform/jobs/job-queue.ts';
import {
  createOutboxMailer,
  createSignInMailMeter,
  createSmtpMailer,
  type Mailer,
  whereMailIsRead,
} from './platform/mail/mailer.ts';
import { openOutboxFiles, type OutboxFiles, registerOutboxPage } from './platform/mail/outbox.ts';
import { createChatModel } from './platform/models/create-chat-model.ts';
import type { ModelAddress } from './platform/models/model-address.ts';
import { StartupError } from './platform/startup-error.ts';
import { createCrawlJob, createRecrawlJob, RECRAWL_SITES_JOB } from './sites/crawl/crawl-job.ts';
import { CRAWL_SITE_JOB, createSiteStore, type SiteStore } from './sites/site-store.ts';

export const IDENTITY_PREFIX = '/identity';
const STARTER_FOLDER = new URL('../../knowledge-base/', import.meta.url);
const MINUTE_MS = 60_000;
const CLEAN_UP_EVERY_MS = 10 * MINUTE_MS;
/** Longer than any code in it is good for. */
const OUTBOX_KEPT_MS = 24 * 60 * MINUTE_MS;
/** Half of the connections to PostgreSQL, and the only one of the embedded database in turns. */
const SIGN_IN_STEPS_AT_ONCE = { pglite: 1, postgres: 5 };

/** What the server, the worker and the operator's scripts work with. */
export interface Context extends Pick<Encoders, 'encoder' | 'guardEncoder'> {
  config: Config;
  log: Logger;
  clock: Clock;
  /** What operators can read at `/metrics`. */
  metrics: Registry;
  database: Database;
  people: People;
  files: FileStore;
  jobs: RunningJobQueue;
  documents: DocumentStore;
  sites: SiteStore;
  /** What the assistant says, and who stands behind it. */
  own: OwnDomains;
  /** The vectors of the starter documents that come with the product. */
  readyVectors: ReadyVectors;
  /** What reading a document takes. */
  ingest: IngestDeps;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database, and opens everything that stands on it.
 *
 * @throws StartupError in one line for the operator.
 */
export async function openContext(config: Config, log: Logger): Promise<Context> {
  claimDataDirectory(config.dataDir);
  const database = await openDatabase(config);
  try {
    await migrate(database.db, [
      { name: 'identity', folder: identityMigrations },
      { name: 'app', folder: new URL('../migrations/', import.meta.url) },
    ]);
    const clock = systemClock;
    const people = openPeople({ config, database, clock });
    const files = await openFileStore(config);
    const names = [
      INGEST_DOCUMENT_JOB,
      GENERATE_QUESTIONS_JOB,
      EMBED_PASSAGES_JOB,
      RECOUNT_WORDS_JOB,
      CRAWL_SITE_JOB,
      RECRAWL_SITES_JOB,
      PURGE_LOGS_JOB,
      SWEEP_FILES_JOB,
    ];
    const jobs = await createJobQueue({ database, names, log });
    const { encoder, guardEncoder, close: closeEncoders } = openEncoders(config.embeddingModel);
    const documents = createDocumentStore(database.db);
    const readSections = createSectionReader(STARTER_FOLDER);
    const extract = openExtractor(config);
    const ingest = { documents, files, extract, readSections, jobs, clock, log };
    return {
      config,
      log,
      clock,
      metrics: new Registry(),
      database,
      people,
      files,
      jobs,
      documents,
      sites: createSiteStore({ db: database.db, jobs, clock }),
      own: loadOwnDomains(config),
      ingest,
      encoder,
      guardEncoder,
      readyVectors: loadReadyVectors(),
      async close() {
        await jobs.stop();
        await closeEncoders();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The people whom the configured sign-in provider knows; the embedded one keeps its accounts in the same database. */
export function openPeople({
  config,
  database,
  clock,
}: {
  config: Pick<Config, 'hankoApiUrl' | 'adminEmails' | 'dataDir'>;
  database: Database;
  clock: Clock;
}): People {
  return createPeople({
    db: database.db,
    clock,
    accountsOn:
      config.hankoApiUrl === undefined
        ? (db) => createHostAccounts(db as unknown as Kysely<IdentityTables>)
        : createHostedAccounts,
    adminEmails: config.adminEmails,
    removeMailTo: (addresses) => openOutboxFiles(config.dataDir).removeTo(addresses),
  });
}

/**
 * The assistant as the settings describe it, and the search it uses. `warmUp` loads a model's code before the
 * first question needs it. `budget` takes the place of the settings' one; only with `metrics` are answers counted.
 */
export function openAssistant(
  context: Context,
  { budget, metrics }: { budget?: TokenBudget; metrics?: Registry } = {},
) {
  const { config, log, clock, database, documents, sites, encoder, guardEncoder } = context;
  const search = createPassageSearch({
    db: database.db,
    embeddings: encoder?.forQuestions,
    log,
    countUnread: async () => (await documents.countUnread()) + (await sites.countUnread()),
  });
  const decision = config.answerBands ?? defaultDecision();
  const answering = config.chatModel && openModel(context, config.chatModel, budget);
  const readAgain =
    answering && config.careSecondReader
      ? createSecondReader({ ...answering, prompts: context.own.domains[0].prompts, log })
      : undefined;
  const isModelPaused = () => answering?.breaker.isPaused() ?? false;
  const assistant = createAssistant({
    search,
    domains: context.own.domains,
    config: { ...config.web, decision },
    log,
    clock,
    classifyCare: createCareClassifier({ embeddings: guardEncoder?.forQuestions, log }),
    ...(metrics && { meter: createAnswerMeter(metrics, { isModelPaused }) }),
    ...(answering && { model: answering }),
    ...(readAgain && { readAgain }),
  });
  return { assistant, search, decision, warmUp: async () => answering?.model.prepare() };
}

function openModel(
  { config: { limits }, clock, database: { db } }: Context,
  address: ModelAddress,
  budget?: TokenBudget,
) {
  const tokens = { perDay: limits.chatTokensPerDay, perUserPerDay: limits.chatTokensPerUserPerDay };
  return {
    model: createChatModel(address),
    budget: budget ?? createTokenBudget({ db, clock }, tokens),
    breaker: createModelBreaker({ clock }),
    limits: { ...DEFAULT_MODEL_LIMITS, passageTokens: limits.chatPassageTokens },
  };
}

/**
 * Does the background work in this process: what an earlier one left behind, the documents that
 * come with the product, then whatever is queued.
 */
export async function workOnJobs(context: Context): Promise<void> {
  const { config, jobs, files, ingest, documents, sites, encoder, readyVectors, log, clock } =
    context;
  const { db } = context.database;
  const model = config.chatModel && openModel(context, config.chatModel);
  await jobs.work([
    createIngestJob(ingest),
    createGenerateQuestionsJob({
      ...ingest,
      db,
      writeQuestions: model && createQuestionWriter({ ...model, ...context.own.domains[0], log }),
      sectionsMax: config.limits.questionSections,
    }),
    ...createIndexJobs({
      db,
      sources: [documents, sites],
      embeddings: encoder?.forPassages,
      ready: readyVectors,
      log,
    }),
    createCrawlJob({ sites, log, allowed: new Set(config.siteAllow) }),
    createRecrawlJob({ sites, clock, log, hours: config.siteRecrawlHours }),
    createPurgeLogsJob({
      logs: createLogStore(db),
      consents: createConsentStore(db),
      deleteUsageBefore: (day) => deleteUsageBefore(db, day),
      clock,
      log,
      retentionDays: config.logRetentionDays,
      publicConsentDays: config.publicConsentDays,
    }),
    createSweepFilesJob({ documents, files, clock, log }),
  ]);
  // Listed before the starter documents are queued: those come with a job of their own.
  const pending = await documents.listPending();
  const crawls = await sites.listUnfinishedCrawls();
  const starters = await loadStarterDocuments(ingest, STARTER_FOLDER);
  for (const documentId of pending) await jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId });
  for (const payload of crawls) await jobs.enqueue(CRAWL_SITE_JOB, payload);
  await jobs.enqueue(RECOUNT_WORDS_JOB, {});
  if (encoder !== undefined) await jobs.enqueue(EMBED_PASSAGES_JOB, {});
  log.info({ event: 'work_resumed', pending: pending.length, sites: crawls.length, starters });
}

type Needed = Pick<Context, 'config' | 'database' | 'people' | 'clock' | 'log' | 'metrics'>;

/**
 * Mounts what stands in for an outside service that is not configured: the sign-in provider and the
 * page of unsent mail.
 *
 * @throws StartupError when IDENTITY_SWITCHES makes no sense.
 */
export async function mountEmbeddedParts(app: FastifyInstance, context: Needed): Promise<void> {
  const { config, clock } = context;
  const outbox = openOutboxFiles(config.dataDir);
  await cleanUpRegularly(app, context, () =>
    outbox.removeBefore(new Date(clock.now().getTime() - OUTBOX_KEPT_MS)),
  );
  if (config.smtpUrl === undefined && config.isLocalInstallation) {
    registerOutboxPage(app, { files: outbox, productName: config.web.productName });
  }
  if (config.hankoApiUrl === undefined) await mountProvider(app, context, outbox);
}

async function mountProvider(
  app: FastifyInstance,
  context: Needed,
  outbox: OutboxFiles,
): Promise<void> {
  const { config, database, people, clock, log } = context;
  refuseCrossSite(app, new URL(config.publicUrl).origin, {
    prefix: `${IDENTITY_PREFIX}/`,
    // Providers that answer by a form post it from their own site; the state in it is sealed by us.
    openRoute: `${IDENTITY_PREFIX}/thirdparty/callback`,
  });
  const mailer = createMailer(context, outbox);
  const mailMeter = createSignInMailMeter(context.metrics);
  const identity = await mountIdentity(app, {
    // The provider sees its own tables of the same database.
    db: database.db as unknown as Kysely<IdentityTables>,
    publicUrl: config.publicUrl,
    serviceName: config.web.productName,
    guessableWords: [config.web.assistantName],
    sendMail: (mail) => mailer.send(mail),
    clock,
    log,
    config: chooseSwitches(config.identitySwitches),
    networkOf,
    stepsAtOnce: SIGN_IN_STEPS_AT_ONCE[database.engine],
    secureCookies: config.publicUrl.startsWith('https:'),
    // Nobody is signed in yet, so there is nothing but the address to tell callers apart.
    secondsToWait: createRateCount(app, {
      max: config.limits.requestsPerMinute,
      windowMs: MINUTE_MS,
      by: 'network',
    }),
    onMailRefused: (budget) => mailMeter.refused(budget),
    // Its transaction is one of the whole database.
    onAccountDeleted: (account, tx) =>
      people.eraser.eraseWithAccount(tx as unknown as Kysely<Tables>, account),
  }).catch(explainSwitches);
  await cleanUpRegularly(app, context, () => identity.removeExpired());
}

/** Now and every ten minutes until the app closes; a failure is logged, and the next turn tries again. */
async function cleanUpRegularly(
  app: FastifyInstance,
  { log }: Needed,
  cleanUp: () => Promise<void>,
): Promise<void> {
  const run = () =>
    cleanUp().catch((error: unknown) => log.error({ event: 'clean_up_failed', err: error }));
  const timer = setInterval(() => void run(), CLEAN_UP_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  await run();
}

function createMailer({ config, clock, log }: Needed, outbox: OutboxFiles): Mailer {
  if (config.smtpUrl !== undefined) {
    const { smtpUrl, mailFrom: from, smtpAllowCleartext: allowCleartext } = config;
    return createSmtpMailer({ smtpUrl, from, allowCleartext });
  }
  return createOutboxMailer({
    files: outbox,
    from: config.mailFrom,
    clock,
    announce(fileName) {
      log.info({ event: 'mail_written', fileName });
      console.log(`  Mail: ${whereMailIsRead(config)}`);
    },
  });
}

function explainSwitches(error: unknown): never {
  if (!(error instanceof ZodError)) throw error;
  const faults = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartupError(`IDENTITY_SWITCHES cannot be used. ${faults.join('; ')}`);
}

/**
 * What the embedded provider asks of people, unless configured: a code by e-mail gets everybody in, a
 * username can be chosen on the profile page, sign-up offers a passkey or a password once, and nothing nags at each sign-in. Second factors are
 * on the profile page.
 */
function chooseSwitches(given: IdentitySwitches): IdentitySwitches {
  return {
    ...given,
    username: { acquireOnLogin: false, acquireOnRegistration: false, ...given.username },
    password: { acquireOnLogin: 'never', ...given.password },
    passkey: { acquireOnLogin: 'never', ...given.passkey },
    mfa: { acquireOnRegistration: false, ...given.mfa },
  };
}
