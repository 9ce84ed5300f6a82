/** What a file says, as far as it is known: the yardstick for everybody who reads it. */
export interface ReadingTruth {
  /** Stretches of text that belong together: sentences do not run from one into the next. */
  paragraphs: readonly string[];
  /** Further readings of the same file: a phrase or word counts only where they agree, or as altered where none has it. */
  alternatives: readonly string[];
  /** Further ways in which its words may be written. */
  spellings?: string;
  /** Its headings in order, where the file names them. */
  headings: readonly string[] | undefined;
  /** The list is complete, so that any other heading is none. */
  hasAllHeadings: boolean;
}

/** What a reader made of a file. */
export interface Reading {
  /** What is found and cited as one: passages under their headings, or paragraphs where a reader makes no passages. */
  passages: readonly string[];
  /** All that was read, once, without headings. */
  text: readonly string[];
  /** Undefined where a reader knows of none. */
  headings: readonly string[] | undefined;
  /** What it left out on purpose, and said so. */
  removed: readonly string[];
  /** Of that, the marks of notes. */
  noteMarks?: readonly string[];
}

/** Counts of one reading; add them up and divide to get shares. */
export interface ReadingCounts {
  phrases: number;
  phrasesFound: number;
  words: number;
  wordsLost: number;
  wordsRead: number;
  wordsAltered: number;
  headings: number;
  headingsRight: number;
  /** Examples of what went wrong, for whoever looks for the cause. */
  misses: { phrases: string[]; lost: string[]; altered: string[] };
}

const PHRASE_WORDS = 6;
/** Every so many words a phrase is taken. */
const PHRASE_EVERY = 11;
const MAX_PHRASES = 1_500;
/** Word documents and pages number their lists without a word of it in the text. */
const LIST_NUMBER = /^\d{1,2}$/;
const SENTENCE_END = /[.!?:;…]["'”’)\]]*$/;
/** A number before a heading, which tables of contents often leave out. */
export const HEADING_LABEL = /^\s*(?:(?:\d+|[ivxlc]+|[a-z])[.:)-]*)+\s+(?=\S)/;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Compares what was read with what the file says. Words are letters and digits, in small letters. */
export function scoreReading(truth: ReadingTruth, reading: Reading): ReadingCounts {
  const alternatives = truth.alternatives.map((text) => ` ${toWords(text).join(' ')} `);
  const haystack = [...reading.passages, ...(reading.headings ?? [])]
    .map((text) => ` ${toWords(text).join(' ')} `)
    .join('\n');
  const removed = ` ${toWords(reading.removed.join(' ')).join(' ')} `;
  const phrases = samplePhrases(truth.paragraphs).filter(
    (phrase) => alternatives.every((text) => text.includes(phrase)) && !removed.includes(phrase),
  );
  const marks = readMarks(reading.noteMarks ?? []);
  const withoutMarks = (text: string) =>
    ` ${text.trim().split(' ').map(marks.strip).filter(Boolean).join(' ')} `;
  const bareHaystack = withoutMarks(haystack);
  const missed = phrases.filter(
    (phrase) => !haystack.includes(phrase) && !bareHaystack.includes(withoutMarks(phrase)),
  );
  const words = truth.paragraphs.flatMap(toWords);
  const lost = findLost(words, reading, alternatives).filter((word) => marks.strip(word) === word);
  const read = [...reading.text, ...(reading.headings ?? [])].flatMap(toWords);
  const known = new Set(
    [words, ...alternatives.map((text) => text.split(' ')), toWords(truth.spellings ?? '')]
      .flat()
      .flatMap((word) => [word, marks.strip(word)]),
  );
  const altered = read.filter((word) => !known.has(word) && !LIST_NUMBER.test(word));
  return {
    phrases: phrases.length,
    phrasesFound: phrases.length - missed.length,
    words: words.length,
    wordsLost: lost.length,
    wordsRead: read.length,
    wordsAltered: altered.length,
    ...scoreHeadings(truth, reading),
    misses: { phrases: missed, lost, altered },
  };
}

/** Takes the mark of a note from the end of a word; a word that is one becomes nothing. */
function readMarks(noteMarks: readonly string[]): { strip(word: string): string } {
  const marks = new Set(noteMarks.flatMap(toWords));
  return {
    strip(word) {
      if (marks.has(word)) return '';
      const end = /(?<=\p{L})\d{1,3}$/u.exec(word)?.[0];
      return end !== undefined && marks.has(end) ? word.slice(0, -end.length) : word;
    },
  };
}

function toWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .replace(/[\u00AD\u200B-\u200F]/g, '')
      .toLowerCase()
      .match(WORD) ?? []
  );
}

/** Stretches of words of one sentence, evenly from the whole file, with a blank at either end. */
function samplePhrases(paragraphs: readonly string[]): string[] {
  const phrases: string[] = [];
  for (const paragraph of paragraphs) {
    const words = paragraph.split(/\s+/);
    for (let start = 0; start + PHRASE_WORDS <= words.length; start += PHRASE_EVERY) {
      const phrase = words.slice(start, start + PHRASE_WORDS);
      if (phrase.slice(0, -1).some((word) => SENTENCE_END.test(word))) continue;
      const found = toWords(phrase.join(' '));
      if (found.length >= PHRASE_WORDS) phrases.push(` ${found.join(' ')} `);
    }
  }
  const step = Math.max(1, phrases.length / MAX_PHRASES);
  return phrases.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Words that stand more often in the file, by every reading of it, than in what was read and named as left out. */
function findLost(
  words: readonly string[],
  { text, headings = [], removed }: Reading,
  alternatives: readonly string[],
): string[] {
  const kept = count([...text, ...headings, ...removed].flatMap(toWords));
  const others = alternatives.map((text) => count(text.trim().split(' ')));
  const lost: string[] = [];
  for (const [word, times] of count(words)) {
    const surely = Math.min(times, ...others.map((other) => other.get(word) ?? 0));
    for (let missing = surely - (kept.get(word) ?? 0); missing > 0; missing--) lost.push(word);
  }
  return lost;
}

function count(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function scoreHeadings({ headings, hasAllHeadings }: ReadingTruth, reading: Reading) {
  if (headings === undefined || reading.headings === undefined)
    return { headings: 0, headingsRight: 0 };
  const key = (text: string) => toWords(text.toLowerCase().replace(HEADING_LABEL, '')).join('');
  const found = count(reading.headings.map(key));
  const wanted = count(headings.map(key).filter(Boolean));
  let right = 0;
  let all = 0;
  for (const [heading, times] of wanted) {
    all += times;
    right += Math.min(times, found.get(heading) ?? 0);
  }
  return {
    headings: hasAllHeadings ? Math.max(all, reading.headings.length) : all,
    headingsRight: right,
  };
}
