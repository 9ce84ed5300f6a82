import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readFrontMatter } from '../knowledge/extract/extract-markdown.ts';
import { INGEST_DOCUMENT_JOB, type IngestDeps } from './ingest-document.ts';

type StarterDeps = Pick<IngestDeps, 'documents' | 'files' | 'jobs' | 'clock'>;

const STARTER_FILE = /^\d{2}-[a-z0-9-]+\.md$/;

/**
 * Loads the product's own documents (`NN-name.md`) as ordinary ones and queues them for reading: a
 * new file is added, a changed one replaces its document, and one that an administrator deleted
 * stays deleted. Safe to run at every start.
 *
 * @returns how many were added or replaced.
 */
export async function loadStarterDocuments(deps: StarterDeps, folder: URL): Promise<number> {
  const names = (await readdir(folder)).filter((name) => STARTER_FILE.test(name)).toSorted();
  let loaded = 0;
  for (const name of names) {
    const bytes = await readFile(new URL(name, `${folder.href.replace(/\/$/, '')}/`));
    if (await loadFile(deps, name, bytes)) loaded++;
  }
  return loaded;
}

async function loadFile(
  { documents, files, jobs, clock }: StarterDeps,
  name: string,
  bytes: Buffer,
): Promise<boolean> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (!(await documents.isStarterWanted({ name, sha256 }))) return false;
  const storageKey = `${randomUUID()}.md`;
  await files.put(storageKey, Readable.from([bytes]));
  let unused: string | undefined = storageKey;
  try {
    const { frontMatter } = readFrontMatter(bytes.toString('utf8'));
    unused = await documents.putStarter(
      { name, sizeBytes: bytes.length, sha256, storageKey, frontMatter, loadedAt: clock.now() },
      (documentId, trx) => jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId }, trx),
    );
  } finally {
    if (unused !== undefined) await files.delete(unused);
  }
  return unused !== storageKey;
}
