import type { Document } from '@pathway/contract/documents';
import type { Context } from '../../context.ts';
import { type IngestDeps, ingestDocument } from '../../documents/ingest-document.ts';
import type { Extract, Removal } from '../../knowledge/extract/extraction-result.ts';
import {
  countMissing,
  embedMissing,
  removeOtherModels,
} from '../../knowledge/index/embed-missing.ts';
import { measurePassages, type PassageScope } from '../../knowledge/index/vector-store.ts';
import { type OperatorCommand, type Report, UsageError } from '../operator-command.ts';

/** How much of the bar reading takes when vectors follow: by far the quicker half. */
const READING_SHARE = 0.1;

/** What the words ask for: documents to read, and passages to give vectors. */
interface Task {
  documents: Pick<Document, 'id' | 'filename'>[];
  scope: PassageScope;
  isEverything: boolean;
  /** What the steps of reading leave out is listed. */
  explains: boolean;
}

/**
 * Reads documents again and renews their passages and vectors. Without words it does what is still
 * pending; nothing else changes a document's status. Documents whose text did not change keep their
 * passages and vectors, so that `--all` goes on where it was stopped, and after a change of
 * `EMBEDDING_MODEL` makes the new vectors while search goes on with words; those of other models are
 * dropped at the end. `--explain` lists what each step of reading left out of a document.
 */
export const reembedCommand: OperatorCommand = {
  name: 'reembed',
  usage: 'reembed [--all | --document ID [--explain] | --site ID]',
  async run(context, args, report, signal) {
    const now = () => performance.now();
    const startedAt = now();
    const task = await readTask(context, args);
    const makesVectors = context.encoder !== undefined;
    const documents = task.documents.length;
    const progress = createProgress({ documents, makesVectors, report, now });
    const removed: Removal[] = [];
    const { ingest } = context;
    const listing = task.explains && {
      ingest: { ...ingest, extract: listRemovals(ingest.extract, removed) },
    };
    const stored = await renew({ ...context, ...listing }, task, { progress, signal });
    if (stored === 0 && documents === 0) {
      report({ kind: 'line', text: 'Everything is up to date.' });
      return;
    }
    progress.end();
    const { passages } = await measurePassages(context.database.db, {});
    const seconds = ((now() - startedAt) / 1000).toFixed(1);
    const vectors = makesVectors ? ` ${stored} vectors are new.` : '';
    const text = `Done in ${seconds} s. ${passages} passages are searchable.${vectors}`;
    report({ kind: 'line', text });
    if (task.explains) reportRemovals(removed, report);
    await reportFailures(context, report);
  },
};

async function readTask(context: Context, args: readonly string[]): Promise<Task> {
  const [option, value, further] = args;
  const documents = (await context.documents.list()).toReversed();
  if (option === undefined) {
    const pending = documents.filter(({ status }) => /^(pending|Processing)$/.test(status));
    return { documents: pending, scope: {}, isEverything: false, explains: false };
  }
  if (option === '--all' && value === undefined) {
    return { documents, scope: {}, isEverything: true, explains: false };
  }
  const explains = option === '--document' && further === '--explain';
  if (value === undefined || args.length > (explains ? 3 : 2)) {
    throw new UsageError(reembedCommand.usage);
  }
  const id = value.toLowerCase();
  if (option === '--document') {
    const found = documents.filter((document) => document.id === id);
    if (found.length === 0) throw new UsageError('There is no document with this id.');
    return { documents: found, scope: { documentId: id }, isEverything: false, explains };
  }
  if (option !== '--site') throw new UsageError(reembedCommand.usage);
  const sites = await context.sites.list();
  if (!sites.some((site) => site.id === id)) {
    throw new UsageError('There is no site with this id.');
  }
  return { documents: [], scope: { siteId: id }, isEverything: false, explains };
}

/**
 * Reads all documents first: then search by words is complete, and the slow part begins.
 *
 * @returns how many vectors were stored.
 */
async function renew(
  { database: { db }, ingest, encoder, readyVectors, log }: Context,
  { documents, scope, isEverything }: Task,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<number> {
  // The vectors are made here; a job for them would only do the same beside it.
  const withoutVectorJob: IngestDeps = { ...ingest, jobs: { enqueue: async () => undefined } };
  const deps = encoder === undefined ? ingest : withoutVectorJob;
  for (const { id, filename } of documents) {
    signal.throwIfAborted();
    progress.read(filename);
    await ingestDocument(deps, id, signal);
    progress.add(await measurePassages(db, { documentId: id }));
  }
  const embeddings = encoder?.forPassages;
  if (embeddings === undefined) return 0;
  const { name } = await embeddings.identify(signal);
  const { texts: total } = await countMissing(db, name, scope);
  let stored = 0;
  if (total > 0) {
    progress.embed(0, total);
    const onProgress = (done: number) => progress.embed(Math.min(done, total), total);
    const from = { db, embeddings, ready: readyVectors, log };
    stored = await embedMissing(from, { ...scope, onProgress }, signal);
  }
  if (isEverything) await removeOtherModels(db, (await embeddings.identify(signal)).name);
  return stored;
}

/** Reads as `extract` does, and adds what was left out to `removed`. */
function listRemovals(extract: Extract, removed: Removal[]): Extract {
  return async (file, signal) => {
    const result = await extract(file, signal);
    if (result.ok) for (const one of result.document.removed ?? []) removed.push(one);
    return result;
  };
}

/** Under the name of each step and how often it took something, one line for each text. */
function reportRemovals(removed: readonly Removal[], report: (report: Report) => void): void {
  const tell = (text: string) => report({ kind: 'line', text });
  if (removed.length === 0) tell('Nothing was left out.');
  for (const [step, own] of Map.groupBy(removed, (one) => one.step)) {
    tell(`Left out as ${step}: ${own.length}`);
    for (const { text, page } of own)
      tell(page === undefined ? `  ${text}` : `  page ${page}: ${text}`);
  }
}

async function reportFailures(
  { documents }: Context,
  report: (report: Report) => void,
): Promise<void> {
  const failed = (await documents.list()).filter(({ status }) => status.startsWith('Error:'));
  for (const { filename, status } of failed.toSorted((a, b) =>
    a.filename < b.filename ? -1 : 1,
  )) {
    report({ kind: 'line', text: `${filename}: ${status}` });
  }
}

/** One bar through both halves of a run: reading documents, then making vectors. */
interface Progress {
  /** The next document is being read. */
  read(file: string): void;
  /** It was read; what it gave. */
  add(size: { pages: number; passages: number }): void;
  /** How many of the texts that a model has to embed are done. */
  embed(done: number, total: number): void;
  /** Everything is done. */
  end(): void;
}

/** Tells file, pages and passages while documents are read, then embedded texts, rate and time left. */
export function createProgress(deps: {
  documents: number;
  makesVectors: boolean;
  report: (report: Report) => void;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}): Progress {
  const { documents, report, now } = deps;
  const readingShare = documents === 0 ? 0 : deps.makesVectors ? READING_SHARE : 1;
  const whole = { pages: 0, passages: 0 };
  let read = 0;
  let file = '';
  let startedMs: number | undefined;

  const tellReading = () => {
    const share = (readingShare * read) / documents;
    const facts = [count(whole.pages, 'page'), count(whole.passages, 'passage')];
    report({ kind: 'progress', label: file, done: read, total: documents, share, facts });
  };

  return {
    read(name) {
      file = name;
      tellReading();
    },
    add({ pages, passages }) {
      read += 1;
      whole.pages += pages;
      whole.passages += passages;
      tellReading();
    },
    embed(done, total) {
      startedMs ??= now();
      const share = readingShare + ((1 - readingShare) * done) / total;
      const seconds = (now() - startedMs) / 1_000;
      const rate = seconds > 0 ? done / seconds : 0;
      const facts = rate === 0 ? [] : [`${rate.toFixed(1)}/s`, timeLeft((total - done) / rate)];
      report({ kind: 'progress', label: 'texts', done, total, share, facts });
    },
    end: () => report({ kind: 'progress', label: 'done', done: 1, total: 1 }),
  };
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? `${minutes} min left`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
