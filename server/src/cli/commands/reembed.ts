import { sql } from 'kysely';
import { embedMissingPassages } from '../../knowledge/index/embed-missing-passages.ts';
import { ingestDocument } from '../../knowledge/ingest/ingest-document.ts';
import type { Services } from '../../services.ts';
import { UsageError, type OperatorCommand, type Report } from '../operator-command.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads documents again and renews their passages and vectors. Without words it does what is still
 * pending; nothing else changes a document's status.
 */
export const reembedCommand: OperatorCommand = {
  name: 'reembed',
  usage: 'reembed [--all | --document ID]',
  async run(services, args, report, signal) {
    const documents = await chooseDocuments(services, args);
    if (documents.length === 0) {
      report({ kind: 'line', text: 'Every document is up to date.' });
    }
    const startedAt = performance.now();
    for (const [index, document] of documents.entries()) {
      signal.throwIfAborted();
      report({ kind: 'progress', label: document.filename, done: index, total: documents.length });
      await ingestDocument(services.ingest, document.id, signal);
      await embed(services, document.id, signal);
    }
    if (documents.length === 0) return;
    report({ kind: 'progress', label: '', done: documents.length, total: documents.length });
    report({ kind: 'line', text: await summarise(services, startedAt) });
    await reportFailures(services, report);
  },
};

interface ChosenDocument {
  id: string;
  filename: string;
}

async function chooseDocuments(
  { database: { db } }: Services,
  args: readonly string[],
): Promise<ChosenDocument[]> {
  const [option, value] = args;
  const documents = db.selectFrom('documents').select(['id', 'filename']).orderBy('created_at');
  if (option === undefined) {
    return documents.where('status', 'in', ['pending', 'Processing']).execute();
  }
  if (option === '--all' && value === undefined) return documents.execute();
  if (option !== '--document' || value === undefined || args.length > 2) {
    throw new UsageError(reembedCommand.usage);
  }
  const found = UUID.test(value) ? await documents.where('id', '=', value).execute() : [];
  if (found.length === 0) throw new UsageError('There is no document with this id.');
  return found;
}

async function embed(services: Services, documentId: string, signal: AbortSignal): Promise<void> {
  const { database, encoder, log } = services;
  if (encoder === undefined) return;
  const deps = { db: database.db, embeddings: encoder.forPassages, log };
  await embedMissingPassages(deps, { documentId }, signal);
}

async function summarise({ database }: Services, startedAt: number): Promise<string> {
  const { rows } = await sql<{ passages: number }>`
    select count(*)::int as passages from passages`.execute(database.db);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `Done in ${seconds} s. ${rows[0]?.passages ?? 0} passages are searchable.`;
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
