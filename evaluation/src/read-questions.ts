import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { readFrontMatter } from '../../server/src/knowledge/extract/extract-markdown.ts';

const KNOWLEDGE_BASE = new URL('../../knowledge-base/', import.meta.url);

/** The files of questions by name; only the golden ones have goals, and nothing may be tuned to the held-out ones. */
export const QUESTION_FILES = {
  golden: new URL('golden-questions.yaml', KNOWLEDGE_BASE),
  'own-words': new URL('own-words-questions.yaml', KNOWLEDGE_BASE),
  'held-out': new URL('held-out-questions.yaml', KNOWLEDGE_BASE),
};

/** A question with what its answer has to hold. Entries are literal text, or a pattern between slashes. */
const goldenQuestionSchema = z.strictObject({
  id: z.string(),
  asker: z.enum(['student', 'parent', 'coach']),
  question: z.string(),
  must_say: z.array(z.string()),
  must_not_say: z.array(z.string()).default([]),
  /** The file that must be cited; null where a fixed text answers or nothing is covered. */
  document: z.string().nullable().default(null),
  /** `YYYY-MM` that the answer must carry. */
  date: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  /** For questions that need care. */
  care: z.string().optional(),
  /** The kind of answer, where it is neither an ordinary one nor care. */
  kind: z.literal('not_covered').optional(),
});
export type GoldenQuestion = z.infer<typeof goldenQuestionSchema>;

const questionFileSchema = z.strictObject({
  questions: z.array(goldenQuestionSchema).min(1),
  /** Questions about topics that the documents do not hold, for the calibration. */
  absent: z.array(z.string()).default([]),
});
export type QuestionFile = z.infer<typeof questionFileSchema>;

/** Reads a file of golden questions. @throws ZodError that names the entry at fault. */
export async function readQuestions(file: URL | string): Promise<QuestionFile> {
  return questionFileSchema.parse(parse(await readFile(file, 'utf8')));
}

/** The titles under which the starter documents are cited, by file name. */
export async function readTitles(): Promise<Map<string, string>> {
  const names = (await readdir(KNOWLEDGE_BASE)).filter((name) => /^\d{2}-.*\.md$/.test(name));
  const entries = names.map(async (name): Promise<[string, string]> => {
    const { frontMatter } = readFrontMatter(await readFile(new URL(name, KNOWLEDGE_BASE), 'utf8'));
    return [name, frontMatter.title ?? name];
  });
  return new Map(await Promise.all(entries));
}
