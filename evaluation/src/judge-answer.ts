import type { Answer } from '../../server/src/assistant/answer.ts';
import type { GoldenQuestion } from './read-questions.ts';

/** What is right and wrong with one answer. */
export interface Judgement {
  id: string;
  kind: Answer['kind'];
  /** Entries that had to be said and were not, and entries that were said and must not be. */
  missing: string[];
  forbidden: string[];
  /** Null where nothing of the kind is asked for. */
  citesDocument: boolean | null;
  carriesDate: boolean | null;
  /** Whether each source says as of when it speaks. */
  isDated: boolean;
  /** Every mark has a source and every source a mark. */
  citationsHold: boolean;
  /** The kind of answer that the question asks for. */
  isRightKind: boolean;
  durationMs: number;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Judges an answer by its question. `titleOf` tells the title under which a file is cited. */
export function judgeAnswer(
  question: GoldenQuestion,
  answer: Answer,
  { titleOf, durationMs }: { titleOf: (file: string) => string | undefined; durationMs: number },
): Judgement {
  const text = toPlain(answer.text);
  const says = (entry: string) => saysEntry(entry, text);
  const title = question.document === null ? null : titleOf(question.document);
  return {
    id: question.id,
    kind: answer.kind,
    missing: question.must_say.filter((entry) => !says(entry)),
    forbidden: question.must_not_say.filter(says),
    citesDocument: title === null ? null : answer.sources.some((source) => source.title === title),
    carriesDate: question.date === undefined ? null : carriesDate(question.date, { answer, text }),
    isDated: answer.sources.every(({ as_of }) => Boolean(as_of)),
    citationsHold: citationsHold(answer),
    isRightKind: isRightKind(question, answer.kind),
    durationMs,
  };
}

function isRightKind({ care, kind }: GoldenQuestion, given: Answer['kind']): boolean {
  if (care !== undefined) return given === 'care';
  return kind === undefined ? given === 'answered' || given === 'closest' : given === kind;
}

/** Whether a source is of that month, or the text names it. */
function carriesDate(date: string, { answer, text }: { answer: Answer; text: string }): boolean {
  const isOfMonth = answer.sources.some(({ as_of }) => as_of?.startsWith(date));
  return isOfMonth || text.includes(namedMonth(date, text));
}

/** `2026-06` as `June 2026`, or as the text writes it with a day: `June 23, 2026`. */
function namedMonth(date: string, text: string): string {
  const [year, month] = date.split('-');
  const name = MONTHS[Number(month) - 1];
  return new RegExp(`${name} \\d{1,2}, ${year}`).exec(text)?.[0] ?? `${name} ${year}`;
}

function citationsHold({ text, sources }: Answer): boolean {
  const marks = new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n)));
  const numbers = new Set(sources.map(({ n }) => n));
  return marks.symmetricDifference(numbers).size === 0;
}

/** Without markdown marks, with plain quotes and single spaces. */
function toPlain(text: string): string {
  return text
    .replaceAll(/\\(?=[^\w\s])/g, '')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ');
}

/** The share of a question's `must_say` entries that a text says, in [0, 1]. */
export function measureSaid({ must_say }: GoldenQuestion, text: string): number {
  const plain = toPlain(text);
  const said = must_say.filter((entry) => saysEntry(entry, plain)).length;
  return must_say.length === 0 ? 1 : said / must_say.length;
}

/** Whether a plain text says an entry: literal text, or a pattern between slashes. */
function saysEntry(entry: string, text: string): boolean {
  const pattern = /^\/(.+)\/$/.exec(entry)?.[1];
  if (pattern !== undefined) return new RegExp(pattern, 'i').test(text);
  return text.toLowerCase().includes(toPlain(entry).toLowerCase());
}
