import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readFrontMatter } from '../knowledge/extract/extract-markdown.ts';
import { TERMS_VERSION } from '../knowledge/words/to-terms.ts';
import { explainStorage } from '../platform/files/s3-file-store.ts';
import { StartupError } from '../platform/startup-error.ts';
import { INGEST_DOCUMENT_JOB, type IngestDeps } from './ingest-document.ts';
import {
  absentTopicsFile,
  listStarterFiles,
  readAbsentTopics,
  readStarterSections,
  STARTER_FILE,
} from './starter-questions.ts';

type StarterDeps = Pick<IngestDeps, 'documents' | 'files' | 'jobs' | 'clock'>;

const ABSENT_TOPICS = 'questions/absent.yaml';

/**
 * Loads the product's own documents (`NN-name.md`) as ordinary ones and queues them for reading: a
 * new file is added, a changed one, or one whose questions or translation changed, replaces its document,
 * and one that an administrator deleted stays deleted. Stores the topics that no source holds. Safe to run
 * at every start.
 *
 * @returns how many documents were added or replaced.
 * @throws StartupError when a file that is new or changed is not as `readStarterSections` wants it, or
 * cannot be stored because the bucket cannot be used.
 */
export async function loadStarterDocuments(deps: StarterDeps, folder: URL): Promise<number> {
  const names = (await readdir(folder)).filter((name) => STARTER_FILE.test(name)).toSorted();
  let loaded = 0;
  for (const name of names) {
    if (await loadFile(deps, folder, name)) loaded++;
  }
  await loadAbsentTopics(deps, folder);
  return loaded;
}

/** Knows the sections of the documents that come from the folder, as the job that reads them asks for. */
export function createSectionReader(folder: URL): IngestDeps['readSections'] {
  return ({ origin, filename }) =>
    origin === 'starter' ? readStarterSections(folder, filename) : undefined;
}

async function loadFile(
  { documents, files, jobs, clock }: StarterDeps,
  folder: URL,
  name: string,
): Promise<boolean> {
  const parts = await Promise.all(listStarterFiles(folder, name).map((file) => readFile(file)));
  const [bytes = Buffer.alloc(0)] = parts;
  const hashes = parts.map(toSha256);
  const [sha256 = ''] = hashes;
  const allSha256 = toSha256(hashes.join('\n'));
  if (!(await documents.isStarterWanted({ name, sha256: allSha256 }))) return false;
  // Read again by the job; here so that a fault stops the start.
  readStarterSections(folder, name);
  const storageKey = `${randomUUID()}.md`;
  await files.put(storageKey, Readable.from([bytes])).catch(stopStart);
  let unused: string | undefined = storageKey;
  try {
    const { frontMatter } = readFrontMatter(bytes.toString('utf8'));
    unused = await documents.putStarter(
      {
        name,
        sizeBytes: bytes.length,
        sha256,
        allSha256,
        storageKey,
        frontMatter,
        loadedAt: clock.now(),
      },
      (documentId, trx) => jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId }, trx),
    );
  } finally {
    if (unused !== undefined) await files.delete(unused);
  }
  return unused !== storageKey;
}

function stopStart(error: unknown): never {
  const reason = explainStorage(error);
  throw reason === undefined ? error : new StartupError(reason, { cause: error });
}

async function loadAbsentTopics({ documents, clock }: StarterDeps, folder: URL): Promise<void> {
  const file = absentTopicsFile(folder);
  if (!existsSync(file)) return;
  // Their words are counted where they are stored; nothing else counts them anew.
  const sha256 = toSha256(`${TERMS_VERSION}\n${toSha256(await readFile(file))}`);
  const given = { name: ABSENT_TOPICS, sha256, loadedAt: clock.now() };
  await documents.putAbsentTopics(given, () => readAbsentTopics(folder));
}

function toSha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
