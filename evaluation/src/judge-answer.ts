import type { Answer } from '../../server/src/assistant/answer.ts';
import { splitSentences } from '../../server/src/knowledge/split/split-sentences.ts';
import type { Given } from './ask-question.ts';
import { type KnownQuestion, readPattern } from './read-questions.ts';
import { findPlaces, type SectionPlaces } from './section-places.ts';

/** What is right and wrong with one answer. Null where nothing of the kind is asked for. */
export interface Judgement {
  id: string;
  kind: Answer['kind'];
  /** Whether no document holds what is asked. */
  isAbsent: boolean;
  /** Nothing of the sources, where it is neither answered nor help. */
  isRefused: boolean;
  /** Entries that had to be said and were not, and entries that were said and must not be. */
  missing: string[];
  forbidden: string[];
  /** Whether all that has to be said is said, and whether in the first two sentences. */
  saysAll: boolean | null;
  saysAllEarly: boolean | null;
  /** Something false is said, or an absent topic is answered as if it were known. */
  isWrong: boolean;
  /** Whether the first source is a section that answers, in any language. */
  isRightSection: boolean | null;
  words: number;
  citesDocument: boolean | null;
  carriesDate: boolean | null;
  /** Whether each source says as of when it speaks. */
  isDated: boolean;
  /** Every mark has a source and every source a mark. */
  citationsHold: boolean;
  /** The kind of answer that the question asks for. */
  isRightKind: boolean;
  /** How care was given, null where it was not. */
  careForm: NonNullable<Answer['care']>['form'] | null;
  durationMs: number;
  /** What search alone would have shown. */
  naive: { saysAll: boolean | null; words: number };
  /** How sure search is that its first hit answers, and whether it does; null for follow-ups too. */
  hit: { probability: number; isRight: boolean } | null;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const FIRST_SENTENCES = 2;

/** Judges what was given to a question. @throws Error when it names a section that is not there. */
export function judgeAnswer(
  question: KnownQuestion,
  given: Given,
  documents: SectionPlaces,
): Judgement {
  const { answer, durationMs, naive } = given;
  const { id, isAbsent, must_say } = question;
  const text = toPlain(answer.text);
  const title = question.document === null ? null : documents.titleOf(question.document);
  const places = findPlaces(question.sections, documents);
  const isRight = (heading: string | null | undefined) =>
    places.includes(documents.under(heading)?.place ?? '');
  const missing = must_say.filter((entry) => !saysEntry(entry, text));
  const forbidden = question.must_not_say.filter((entry) => saysEntry(entry, text));
  const saysAllOf = (said: string) =>
    isAbsent || must_say.length === 0 ? null : measureSaid(question, said) === 1;
  const sentences = splitSentences(dropFrame(answer)).slice(0, FIRST_SENTENCES);
  return {
    id,
    kind: answer.kind,
    isAbsent,
    isRefused: answer.kind === 'not_covered' || answer.kind === 'small_talk',
    missing,
    forbidden,
    saysAll: saysAllOf(answer.text),
    saysAllEarly: saysAllOf(sentences.map((sentence) => sentence.text).join(' ')),
    isWrong: forbidden.length > 0 || (isAbsent && answer.kind === 'answered'),
    isRightSection: places.length === 0 ? null : isRight(answer.sources[0]?.heading),
    words: countWords(answer.text),
    citesDocument: title === null ? null : answer.sources.some((source) => source.title === title),
    carriesDate: question.date === undefined ? null : carriesDate(question.date, answer, text),
    isDated: answer.sources.every(({ as_of }) => Boolean(as_of)),
    citationsHold: citationsHold(answer),
    isRightKind: isRightKind(question, answer),
    careForm: answer.care?.form ?? null,
    durationMs,
    naive: { saysAll: saysAllOf(naive), words: countWords(naive) },
    hit: judgeHit(question, given, isRight),
  };
}

const HEDGE = /^[^\n]*:\n\n/;
const REPEATED_QUESTION = /^\*\*[^*\n]*\?\*\* /gm;
const TABLE_HEAD = /^\|.*\|\n\|[ :|-]+\|\n/gm;

/** The text without the hedge before it, the questions that its sections answer and the heads of its tables. */
function dropFrame({ kind, text }: Answer): string {
  const unhedged = kind === 'closest' ? text.replace(HEDGE, '') : text;
  return unhedged.replaceAll(REPEATED_QUESTION, '').replaceAll(TABLE_HEAD, '');
}

/** Follow-ups are left out: search is asked about other words than they are. */
function judgeHit(
  { isAbsent, sections, history }: KnownQuestion,
  { firstHit }: Given,
  isRight: (heading: string | undefined) => boolean,
): Judgement['hit'] {
  const isKnown = (isAbsent || sections.length > 0) && history.length === 0;
  const { heading, probability } = firstHit;
  return isKnown && probability !== undefined ? { probability, isRight: isRight(heading) } : null;
}

function isRightKind({ care, kind }: KnownQuestion, answer: Answer): boolean {
  if (care !== undefined) return answer.care !== undefined;
  const given = answer.kind;
  return kind === undefined ? given === 'answered' || given === 'closest' : given === kind;
}

/** Whether a source is of that month, or the text names it. */
function carriesDate(date: string, { sources }: Answer, text: string): boolean {
  const isOfMonth = sources.some(({ as_of }) => as_of?.startsWith(date));
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

/** Words that a reader sees: no citation marks, no addresses behind links, no table rules. */
function countWords(text: string): number {
  const seen = text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/\[\d+\]/g, '');
  return seen.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The share of a question's `must_say` entries that a text says, in [0, 1]. */
export function measureSaid({ must_say }: Pick<KnownQuestion, 'must_say'>, text: string): number {
  const plain = toPlain(text);
  const said = must_say.filter((entry) => saysEntry(entry, plain)).length;
  return must_say.length === 0 ? 1 : said / must_say.length;
}

/** Whether a plain text says an entry. */
function saysEntry(entry: string, text: string): boolean {
  const pattern = readPattern(entry);
  if (pattern !== null) return pattern.test(text);
  return text.toLowerCase().includes(toPlain(entry).toLowerCase());
}
