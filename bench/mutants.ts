import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Readable } from 'node:stream';
import { createDocumentStore } from '../server/src/documents/document-store.ts';
import { type IngestDeps, ingestDocument } from '../server/src/documents/ingest-document.ts';
import { createExtractor } from '../server/src/knowledge/extract/create-extractor.ts';
import { makeMutants, type Mutant } from '../server/src/knowledge/extract/testing/mutants.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Tables } from '../server/src/platform/db/tables.ts';
import { createLocalFileStore } from '../server/src/platform/files/file-store.ts';
import { createPageReader } from '../server/src/sites/crawl/page/create-page-reader.ts';
import { openBenchDatabase } from './bench-database.ts';

const MUTANTS = 1_000;
const SEED = 20_261_120;
const AT_A_TIME = 2;
const readWebPage = createPageReader();
const { signal } = new AbortController();

/** How many broken files of one kind ended in which way, and the slowest of them. */
export interface MutantsRow {
  kind: string;
  files: number;
  ready: number;
  withReason: number;
  /** Without an end, or with one that names no property of the file. */
  stuckOrCrashed: number;
  slowestMs: number;
  ends: Record<string, number>;
}

/**
 * Sends a thousand broken files the product's whole way: stored, read in a process of their own,
 * split, indexed. Web pages go through the reader of the crawler.
 */
export async function measureMutants(): Promise<MutantsRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-mutants-'));
  const database = await openBenchDatabase();
  const deps = {
    db: database.db,
    documents: createDocumentStore(database.db),
    files: await createLocalFileStore(folder),
    extract: createExtractor(),
    readSections: () => undefined,
    jobs: { enqueue: () => Promise.resolve() },
    clock: systemClock,
    log: pino({ level: 'silent' }),
  };
  const rows = new Map<string, MutantsRow>();
  const mutants = makeMutants(MUTANTS, SEED);
  const work = async () => {
    for (const mutant of mutants) {
      const start = performance.now();
      const end = mutant.kind === 'html' ? await readHtml(mutant) : await ingest(deps, mutant);
      count(rows, mutant.kind, { end, ms: performance.now() - start });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
  return [...rows.values()];
}

async function readHtml({ bytes }: Mutant): Promise<string> {
  const result = await readWebPage({ kind: 'html', bytes }, signal);
  return result.ok ? 'Ready' : `Error: ${result.reason}`;
}

async function ingest(
  deps: IngestDeps & { db: Kysely<Tables> },
  { kind, bytes }: Mutant,
): Promise<string> {
  if (kind === 'html') throw new Error('Web pages are no documents.');
  const storageKey = `${randomUUID()}.${kind}`;
  await deps.files.put(storageKey, Readable.from([bytes]));
  const { id } = await deps.db
    .insertInto('documents')
    .values({
      filename: `mutant.${kind}`,
      kind,
      origin: 'upload',
      size_bytes: bytes.length,
      sha256: randomUUID(),
      storage_key: storageKey,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ingestDocument(deps, id, signal).catch(() => undefined);
  const { status } = await deps.db
    .selectFrom('documents')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
}

function count(
  rows: Map<string, MutantsRow>,
  kind: string,
  { end, ms }: { end: string; ms: number },
): void {
  const row = rows.get(kind) ?? {
    kind,
    files: 0,
    ready: 0,
    withReason: 0,
    stuckOrCrashed: 0,
    slowestMs: 0,
    ends: {},
  };
  rows.set(kind, row);
  row.files++;
  if (end === 'Ready') row.ready++;
  else if (end.startsWith('Error: ') && end !== 'Error: could not be processed') row.withReason++;
  else row.stuckOrCrashed++;
  row.slowestMs = Math.max(row.slowestMs, Math.round(ms));
  row.ends[end] = (row.ends[end] ?? 0) + 1;
}
