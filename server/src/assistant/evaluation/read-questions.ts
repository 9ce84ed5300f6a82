import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

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
