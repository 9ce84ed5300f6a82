import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { EMBED_PASSAGES_JOB } from '../knowledge/index/index-jobs.ts';
import { maintainTables } from '../knowledge/index/passage-store.ts';
import { type OutlinedSection, readOutline } from '../knowledge/index/section-outline.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { JobHandler, JobQueue } from '../platform/jobs/job-queue.ts';
import type { DocumentStore } from './document-store.ts';

/** Writes known questions for an upload: payload `{documentId}`, or `{}` for all that were read lately. */
export const GENERATE_QUESTIONS_JOB = 'generate-questions';

/** Before the night's vectors, which are made of questions too. */
const NIGHTLY = '29 3 * * *';
/** For how long after it was read a document's missing questions are tried again each night. */
const TRIED_MS = 7 * 24 * 60 * 60_000;

/** What people ask that a section answers, none when it answers nothing; null when no more may be written today. */
type WriteQuestions = (
  section: Pick<OutlinedSection, 'title' | 'heading' | 'text'>,
  signal: AbortSignal,
) => Promise<{ questions: string[]; tokens: number } | null>;

interface GenerateDeps {
  db: Kysely<Tables>;
  documents: DocumentStore;
  /** Undefined without a language model: nothing is generated then. */
  writeQuestions: WriteQuestions | undefined;
  /** How many sections of a document, from its beginning, get questions. */
  sectionsMax: number;
  jobs: JobQueue;
  clock: Clock;
  log: Logger;
}

/**
 * Gives each section of uploads questions that a language model writes, one call and one transaction a section.
 * It can be stopped at any time and goes on where it stood; a document that is deleted meanwhile keeps nothing.
 */
export function createGenerateQuestionsJob(deps: GenerateDeps): JobHandler {
  const { documents, writeQuestions, clock } = deps;
  return {
    name: GENERATE_QUESTIONS_JOB,
    cron: NIGHTLY,
    async handle({ documentId }, signal) {
      if (writeQuestions === undefined) return;
      const readSince = new Date(clock.now().getTime() - TRIED_MS);
      const given = documentId === undefined ? { readSince } : { id: documentId };
      for (const id of await documents.listUploads(given)) {
        const isSpent = await generateFor({ ...deps, writeQuestions }, id, signal);
        if (isSpent) return;
      }
    },
  };
}

/** How many sections of uploads may have questions, and how many have. */
export async function countGenerated({
  db,
  documents,
  sectionsMax,
}: Pick<GenerateDeps, 'db' | 'documents' | 'sectionsMax'>): Promise<{
  known: number;
  all: number;
}> {
  const count = { known: 0, all: 0 };
  for (const id of await documents.listUploads()) {
    const sections = (await readOutline(db, { kind: 'document', id })).slice(0, sectionsMax);
    count.all += sections.length;
    count.known += sections.filter(({ isKnown }) => isKnown).length;
  }
  return count;
}

/** Returns whether the day's tokens are spent. */
async function generateFor(
  deps: GenerateDeps & { writeQuestions: WriteQuestions },
  documentId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, documents, writeQuestions, sectionsMax, jobs, log } = deps;
  const outline = (await readOutline(db, { kind: 'document', id: documentId })).slice(
    0,
    sectionsMax,
  );
  let stored = 0;
  let tokens = 0;
  try {
    for (const { isKnown, ...section } of outline) {
      if (isKnown) continue;
      signal.throwIfAborted();
      const written = await writeQuestions(section, signal);
      if (written === null) return true;
      tokens += written.tokens;
      if (written.questions.length === 0) continue;
      const isStored = await documents.addSection(documentId, toDraft(section, written.questions));
      if (isStored === undefined) return false;
      if (isStored) stored += 1;
    }
    return false;
  } finally {
    if (stored > 0) {
      await jobs.enqueue(EMBED_PASSAGES_JOB, { documentId });
      await maintainTables(db);
    }
    const event = 'questions_generated';
    if (tokens > 0) log.info({ event, documentId, sections: stored, of: outline.length, tokens });
  }
}

function toDraft(section: Omit<OutlinedSection, 'isKnown'>, questions: readonly string[]) {
  return {
    ...section,
    questions: questions.map((text) => ({
      language: 'en',
      origin: 'generated' as const,
      sentence: null,
      text,
    })),
    translations: [],
  };
}
