import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { readFrontMatter } from '../extract/markdown/read-front-matter.ts';
import { INGEST_DOCUMENT_JOB } from './job-names.ts';

/** What loading the documents that come with the product takes. */
export interface StarterDeps {
  db: Kysely<Tables>;
  files: FileStore;
  jobs: JobQueue;
  clock: Clock;
}

interface StarterFile {
  name: string;
  bytes: Buffer;
  sha256: string;
}

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
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (await loadFile(deps, { name, bytes, sha256 })) loaded++;
  }
  return loaded;
}

async function loadFile(deps: StarterDeps, file: StarterFile): Promise<boolean> {
  const known = await deps.db
    .selectFrom('starter_files')
    .selectAll()
    .where('name', '=', file.name)
    .executeTakeFirst();
  if (known?.sha256 === file.sha256) return false;
  if (known !== undefined && known.document_id === null) return false;

  const storageKey = `${randomUUID()}.md`;
  await deps.files.put(storageKey, Readable.from([file.bytes]));
  let unused: string | undefined = storageKey;
  try {
    unused = await deps.db.transaction().execute((trx) => storeFile(deps, trx, file, storageKey));
  } finally {
    if (unused !== undefined) await deps.files.delete(unused);
  }
  return unused !== storageKey;
}

/** Answers the key of the file that no row names any longer, if there is one. */
async function storeFile(
  { jobs, clock }: StarterDeps,
  trx: Transaction<Tables>,
  file: StarterFile,
  storageKey: string,
): Promise<string | undefined> {
  // Locks the row, so that two servers that start together load the file once.
  const before = await trx
    .selectFrom('starter_files as f')
    .leftJoin('documents as d', 'd.id', 'f.document_id')
    .select(['f.sha256', 'f.document_id', 'd.storage_key'])
    .where('f.name', '=', file.name)
    .forUpdate('f')
    .executeTakeFirst();
  if (before?.sha256 === file.sha256) return storageKey;
  const documentId =
    before === undefined
      ? await insertDocument(trx, { file, storageKey, now: clock.now() })
      : await replaceDocument(trx, { file, storageKey, id: before.document_id });
  const row = { sha256: file.sha256, document_id: documentId ?? null, loaded_at: clock.now() };
  await trx
    .insertInto('starter_files')
    .values({ name: file.name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  if (documentId === undefined) return storageKey;
  await jobs.enqueue(INGEST_DOCUMENT_JOB, { documentId }, trx);
  return before?.storage_key ?? undefined;
}

function describe({ file, storageKey }: { file: StarterFile; storageKey: string }) {
  const { frontMatter } = readFrontMatter(file.bytes.toString('utf8'));
  return {
    row: {
      size_bytes: file.bytes.length,
      sha256: file.sha256,
      storage_key: storageKey,
      status: 'pending',
      title: frontMatter.title,
      authority: frontMatter.authority,
      source_url: frontMatter.sourceUrl,
      as_of: frontMatter.asOf,
      review_by: frontMatter.reviewBy,
    },
    tags: frontMatter.tags,
  };
}

/** Undefined when the same content is there already, uploaded by somebody. */
async function insertDocument(
  trx: Transaction<Tables>,
  content: { file: StarterFile; storageKey: string; now: Date },
): Promise<string | undefined> {
  const { row, tags } = describe(content);
  const inserted = await trx
    .insertInto('documents')
    .values({
      ...row,
      filename: content.file.name,
      kind: 'markdown',
      origin: 'starter',
      tags,
      created_at: content.now,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** Keeps the document's id and the tags that administrators gave it. */
async function replaceDocument(
  trx: Transaction<Tables>,
  content: { file: StarterFile; storageKey: string; id: string | null },
): Promise<string | undefined> {
  if (content.id === null) return undefined;
  const updated = await trx
    .updateTable('documents')
    .set(describe(content).row)
    .where('id', '=', content.id)
    .returning('id')
    .executeTakeFirst();
  return updated?.id;
}
