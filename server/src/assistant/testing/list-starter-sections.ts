import { readdirSync } from 'node:fs';
import {
  readAbsentTopics,
  readStarterSections,
  STARTER_FILE,
} from '../../documents/starter-questions.ts';
import type { SectionDraft } from '../../knowledge/index/section-store.ts';

const KNOWLEDGE_BASE = new URL('../../../../knowledge-base/', import.meta.url);

/** For tests and training: the sections of every starter document with its file, in their order. */
export function listStarterSections(): (SectionDraft & { file: string })[] {
  return readdirSync(KNOWLEDGE_BASE)
    .filter((name) => STARTER_FILE.test(name))
    .toSorted()
    .flatMap((file) =>
      (readStarterSections(KNOWLEDGE_BASE, file) ?? []).map((section) => ({ ...section, file })),
    );
}

/** What people ask of sections in a language, each section's in their order. */
export function listAsked(sections: readonly SectionDraft[], language: string): string[] {
  return sections.flatMap(({ questions }) =>
    questions.flatMap((question) => (question.language === language ? question.text : [])),
  );
}

/** The topics that no starter document holds. */
export const listAbsentTopics = (): SectionDraft[] => readAbsentTopics(KNOWLEDGE_BASE);
