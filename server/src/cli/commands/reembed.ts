import { sql } from 'kysely';
import type { EmbeddingModel } from '../../knowledge/embed/embedding-model.ts';
import {
  countMissing,
  embedMissingPassages,
  type EmbeddingScope,
} from '../../knowledge/index/embed-missing-passages.ts';
import { removeOtherModels } from '../../knowledge/index/vector-index.ts';
import { ingestDocument, type IngestDeps } from '../../knowledge/ingest/ingest-document.ts';
import type { Services } from '../../services.ts';
import { UsageError, type OperatorCommand, type Report } from '../operator-command.ts';
import { createProgress, type DocumentSize, type Progress } from '../reembed/create-progress.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the words ask for: documents to read, and passages to give vectors. */
interface Task {
  documents: { id: string; filename: string }[];
  scope: EmbeddingScope;
  isEverything: boolean;
}

/**
 * Reads documents again and renews their passages and vectors. Without words it does what is still
 * pending; nothing else changes a document's status. Documents whose text did not change keep their
 * passages and vectors, so that `--all` goes on where it was stopped, and after a change of
 * `EMBEDDING_MODEL` makes the new vectors while search goes on with words; those of other models are
 * dropped at the end.
 */
export const reembedCommand: OperatorCommand = {
  name: 'reembed',
  usage: 'reembed [--all | --document ID | --site ID]',
  async run(services, args, report, signal) {
    const now = () => performance.now();
    const startedAt = now();
    const task = await readTask(services, args);
    const makesVectors = services.encoder !== undefined;
    const documents = task.documents.length;
    const progress = createProgress({ documents, makesVectors, report, now });
    const stored = await renew(services, task, { progress, signal });
    if (stored === 0 && task.documents.length === 0) {
      report({ kind: 'line', text: 'Everything is up to date.' });
      return;
    }
    progress.end();
    report({ kind: 'line', text: await summarise(services, { startedAt, stored }) });
    await reportFailures(services, report);
  },
};

async function readTask({ database: { db } }: Services, args: readonly string[]): Promise<Task> {
  const [option, value] = args;
  const documents = db.selectFrom('documents').select(['id', 'filename']).orderBy('created_at');
  if (option === undefined) {
    const pending = await documents.where('status', 'in', ['pending', 'Processing']).execute();
    return { documents: pending, scope: {}, isEverything: false };
  }
  if (option === '--all' && value === undefined) {
    return { documents: await documents.execute(), scope: {}, isEverything: true };
  }
  if (value === undefined || args.length > 2) throw new UsageError(reembedCommand.usage);
  const id = UUID.test(value) ? value : '00000000-0000-0000-0000-000000000000';
  if (option === '--document') {
    const found = await documents.where('id', '=', id).execute();
    if (found.length === 0) throw new UsageError('There is no document with this id.');
    return { documents: found, scope: { documentId: id }, isEverything: false };
  }
  if (option !== '--site') throw new UsageError(reembedCommand.usage);
  const sites = await db.selectFrom('sites').select('id').where('id', '=', id).execute();
  if (sites.length === 0) throw new UsageError('There is no site with this id.');
  return { documents: [], scope: { siteId: id }, isEverything: false };
}

/** Reads all documents first: then search by words is complete, and the slow part begins. */
async function renew(
  services: Services,
  { documents, scope, isEverything }: Task,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<number> {
  for (const { id, filename } of documents) {
    signal.throwIfAborted();
    progress.read(filename);
    await ingestDocument(withoutVectorJob(services), id, signal);
    progress.add(await measure(services, id));
  }
  const embeddings = services.encoder?.forPassages;
  if (embeddings === undefined) return 0;
  const stored = await embed(services, { embeddings, scope, progress, signal });
  if (isEverything) {
    const { name } = await embeddings.identify(signal);
    await removeOtherModels(services.database.db, name);
  }
  return stored;
}

/** The vectors are made here; a job for them would only do the same beside it. */
function withoutVectorJob({ ingest, encoder }: Services): IngestDeps {
  return encoder === undefined ? ingest : { ...ingest, jobs: { enqueue: async () => undefined } };
}

async function measure({ database: { db } }: Services, documentId: string): Promise<DocumentSize> {
  const { passages, pages } = await db
    .selectFrom('passages')
    .select(({ fn }) => [fn.countAll<number>().as('passages'), fn.max('page').as('pages')])
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow();
  return { passages, pages: pages ?? 0 };
}

async function embed(
  { database: { db }, log }: Services,
  task: {
    embeddings: EmbeddingModel;
    scope: EmbeddingScope;
    progress: Progress;
    signal: AbortSignal;
  },
): Promise<number> {
  const { embeddings, scope, progress, signal } = task;
  const { name } = await embeddings.identify(signal);
  const total = await countMissing(db, name, scope);
  if (total === 0) return 0;
  progress.embed(0, total);
  const onProgress = (done: number) => progress.embed(Math.min(done, total), total);
  return embedMissingPassages({ db, embeddings, log }, { ...scope, onProgress }, signal);
}

async function summarise(
  { database, encoder }: Services,
  { startedAt, stored }: { startedAt: number; stored: number },
): Promise<string> {
  const { rows } = await sql<{ passages: number }>`
    select count(*)::int as passages from passages`.execute(database.db);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const vectors = encoder === undefined ? '' : ` ${stored} vectors are new.`;
  return `Done in ${seconds} s. ${rows[0]?.passages ?? 0} passages are searchable.${vectors}`;
}

async function reportFailures(
  { database: { db } }: Services,
  report: (report: Report) => void,
): Promise<void> {
  const failed = await db
    .selectFrom('documents')
    .select(['filename', 'status'])
    .where('status', 'like', 'Error:%')
    .orderBy('filename')
    .execute();
  for (const { filename, status } of failed) {
    report({ kind: 'line', text: `${filename}: ${status}` });
  }
}
