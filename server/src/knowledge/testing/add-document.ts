import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { replacePassages, type TitledPassage } from '../index/passage-store.ts';
import { replaceSections, type SectionDraft } from '../index/section-store.ts';

/** A passage of a test: its text, and what matters of the rest. */
export type TestPassage = Partial<TitledPassage> & { text: string };

/** A section of a test: its heading, its questions by language, and what matters of the rest. */
export interface TestSection extends Partial<Omit<SectionDraft, 'questions'>> {
  heading: string;
  questions: Record<string, string[]>;
}

/** A section of a test as it is stored, written by hand. */
export function toSectionDraft({ questions, ...section }: TestSection): SectionDraft {
  return {
    title: 'Guide',
    text: '',
    translations: [],
    ...section,
    questions: Object.entries(questions).flatMap(([language, texts]) =>
      texts.map((text) => ({ language, origin: 'written' as const, text, sentence: null })),
    ),
  };
}

/** Stores a document with these passages and sections, searchable at once. @returns its id. */
export async function addDocument(
  db: Kysely<Tables>,
  given: {
    title?: string;
    tags?: string[];
    passages: readonly TestPassage[];
    sections?: readonly TestSection[];
  },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('documents')
      .values({
        filename: 'guide.txt',
        kind: 'txt',
        origin: 'upload',
        size_bytes: 1,
        sha256: randomUUID(),
        storage_key: randomUUID(),
        status: 'Ready',
        tags: given.tags ?? [],
        authority: 'Department',
        source_url: 'https://example.com/guide',
        as_of: '2026-06-01',
        created_at: new Date(),
        processed_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const passages = given.passages.map((passage, ordinal) => ({
      ordinal,
      title: given.title ?? 'Guide',
      headingPath: [],
      page: null,
      pageLabel: null,
      url: null,
      ...passage,
    }));
    const source = { kind: 'document', id } as const;
    const counts = await replacePassages(trx, source, passages);
    await replaceSections(trx, source, (given.sections ?? []).map(toSectionDraft));
    await trx.updateTable('documents').set(counts).where('id', '=', id).execute();
    return id;
  });
}
