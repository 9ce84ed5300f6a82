import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const QUESTIONS = new URL('../questions/', import.meta.url);
const KNOWLEDGE_BASE = new URL('../../knowledge-base/', import.meta.url);

/** The sets of questions by name. Nothing may be tuned to those that `STATUSES` calls held out. */
export const QUESTION_FILES = {
  golden: new URL('golden-questions.yaml', KNOWLEDGE_BASE),
  'own-words': new URL('own-words-questions.yaml', KNOWLEDGE_BASE),
  'held-out': new URL('held-out-questions.yaml', KNOWLEDGE_BASE),
  development: new URL('development.yaml', QUESTIONS),
  'strangers-1': new URL('strangers-1.yaml', QUESTIONS),
  'strangers-2': new URL('strangers-2.yaml', QUESTIONS),
  'strangers-3': new URL('strangers-3.yaml', QUESTIONS),
  'strangers-4': new URL('strangers-4.yaml', QUESTIONS),
  'strangers-5': new URL('strangers-5.yaml', QUESTIONS),
  'strangers-6': new URL('strangers-6.yaml', QUESTIONS),
  'strangers-7': new URL('strangers-7.yaml', QUESTIONS),
};
export type SetName = keyof typeof QUESTION_FILES;

/** What a set may be used for before `spent.yaml` says that it was asked. */
export const STATUSES: Record<SetName, 'golden' | 'development' | 'held-out'> = {
  golden: 'golden',
  'own-words': 'development',
  'held-out': 'held-out',
  development: 'development',
  'strangers-1': 'held-out',
  'strangers-2': 'held-out',
  'strangers-3': 'held-out',
  'strangers-4': 'held-out',
  'strangers-5': 'held-out',
  'strangers-6': 'held-out',
  'strangers-7': 'held-out',
};

const entry = z.string().refine(isEntry, { error: 'is no regular expression' });
const section = z.string().regex(/^\d{2}-[a-z0-9-]+\.md # \S/, { error: 'must be FILE # HEADING' });
const turn = z.union([
  z.string().transform((content) => ({ role: 'user' as const, content })),
  z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() }),
]);

/** A question with what its answer has to hold. Entries are literal text, or a pattern between slashes. */
const knownQuestionSchema = z
  .strictObject({
    id: z.string(),
    asker: z.string(),
    language: z.string().default('en'),
    group: z.string().optional(),
    /** Earlier turns, oldest first. Where no answer follows a question of the asker, the product gives it. */
    history: z.array(turn).default([]),
    question: z.string(),
    /** The sections that answer it; null where no document does. */
    section: z.union([section.transform((one) => [one]), z.array(section)]).nullish(),
    must_say: z.array(entry),
    must_not_say: z.array(entry).default([]),
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
  })
  .transform(({ section: sections, ...one }) => {
    const isAbsent = one.kind === 'not_covered' || (sections === null && one.must_say.length === 0);
    const group = one.group ?? (isAbsent ? 'absent' : one.care === undefined ? 'ordinary' : 'care');
    return { ...one, group, isAbsent, sections: sections ?? [] };
  });
export type KnownQuestion = z.infer<typeof knownQuestionSchema>;

const questionFileSchema = z.strictObject({
  questions: z.array(knownQuestionSchema).min(1),
  /** Further questions about topics that the documents do not hold. */
  absent: z.array(z.string()).default([]),
});
export type QuestionFile = z.infer<typeof questionFileSchema>;

/** Reads a set of questions. @throws Error that names the file and each entry at fault. */
export async function readQuestions(file: URL): Promise<QuestionFile> {
  const content: unknown = parse(await readFile(file, 'utf8'));
  const parsed = questionFileSchema.safeParse(content);
  const faults = parsed.success
    ? findRepeated(parsed.data.questions.map(({ id }) => id)).map((id) => `${id}: stands twice`)
    : parsed.error.issues.map(({ path, message }) => describeFault(content, path, message));
  if (parsed.success && faults.length === 0) return parsed.data;
  throw new Error(`${basename(fileURLToPath(file))}: ${faults.join('; ')}`);
}

/** All that a set asks: its questions, and its absent topics as questions that nothing answers. */
export function listQuestions({ questions, absent }: QuestionFile): KnownQuestion[] {
  const topics = absent.map((question, index) => {
    const id = `absent-${index + 1}`;
    return { id, asker: 'anybody', question, section: null, must_say: [] };
  });
  return [...questions, ...z.array(knownQuestionSchema).parse(topics)];
}

function describeFault(content: unknown, path: readonly PropertyKey[], message: string): string {
  const [, index, ...field] = path;
  const questions = z.object({ questions: z.array(z.object({ id: z.string() })) });
  const known = questions.safeParse(content).data?.questions[Number(index)]?.id;
  const place = index === undefined ? path.join('.') : (known ?? `entry ${Number(index) + 1}`);
  return [place, field.join('.'), message].filter((part) => part !== '').join(': ');
}

function findRepeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** A pattern between slashes, in any case; null for literal text. @throws SyntaxError */
export function readPattern(text: string): RegExp | null {
  const pattern = /^\/(.+)\/$/.exec(text)?.[1];
  return pattern === undefined ? null : new RegExp(pattern, 'i');
}

function isEntry(text: string): boolean {
  try {
    readPattern(text);
    return true;
  } catch {
    return false;
  }
}
