import {
  createHostAccounts,
  identityMigrations,
  type IdentityTables,
} from '@pathway/identity/mount';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { loadOwnDomains, type OwnDomains } from './assistant/own-care.ts';
import type { Config } from './config.ts';
import { createDocumentStore, type DocumentStore } from './documents/document-store.ts';
import { GENERATE_QUESTIONS_JOB } from './documents/generate-questions-job.ts';
import { INGEST_DOCUMENT_JOB, type IngestDeps } from './documents/ingest-document.ts';
import { createSectionReader } from './documents/starter-documents.ts';
import { SWEEP_FILES_JOB } from './documents/sweep-files-job.ts';
import { DIGEST_LOGS_JOB } from './features/logs/digest-logs-job.ts';
import { PURGE_LOGS_JOB } from './features/logs/purge-logs-job.ts';
import { type Encoders, openEncoders } from './knowledge/embed/open-encoders.ts';
import { createExtractor } from './knowledge/extract/create-extractor.ts';
import { readOwnAtOnce } from './knowledge/extract/extract-passages.ts';
import { createTesseract } from './knowledge/extract/recognise/create-tesseract.ts';
import { EMBED_PASSAGES_JOB, RECOUNT_WORDS_JOB } from './knowledge/index/index-jobs.ts';
import { loadReadyVectors, type ReadyVectors } from './knowledge/index/ready-vectors.ts';
import { createPeople, type People } from './people/create-people.ts';
import { createHostedAccounts } from './people/find-person.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { claimDataDirectory } from './platform/files/owner-only.ts';
import { openFileStore } from './platform/files/s3-file-store.ts';
import { createJobQueue, type RunningJobQueue } from './platform/jobs/job-queue.ts';
import { openOutboxFiles } from './platform/mail/outbox.ts';
import { RECRAWL_SITES_JOB } from './sites/crawl/crawl-job.ts';
import { CRAWL_SITE_JOB, createSiteStore, type SiteStore } from './sites/site-store.ts';

export const STARTER_FOLDER = new URL('../../knowledge-base/', import.meta.url);

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
      DIGEST_LOGS_JOB,
      PURGE_LOGS_JOB,
      SWEEP_FILES_JOB,
    ];
    const jobs = await createJobQueue({ database, names, log });
    const { encoder, guardEncoder, close: closeEncoders } = openEncoders(config.embeddingModel);
    const documents = createDocumentStore(database.db);
    const readSections = createSectionReader(STARTER_FOLDER);
    const { recogniser } = config;
    const recognise = recogniser && createTesseract(recogniser).recognise;
    const extract = readOwnAtOnce(createExtractor({ recognise }));
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
