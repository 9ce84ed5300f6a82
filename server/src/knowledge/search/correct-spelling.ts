import { z } from 'zod';
import { readJsonFile } from '../../platform/read-json-file.ts';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { isKnownWord } from '../words/known-words.ts';
import { toTerm } from '../words/to-terms.ts';
import { aboutSchema } from './section-weights.ts';

/** The words in which families ask, and the starter documents answer. */
const questionWordsSchema = z.strictObject({
  about: aboutSchema,
  slip: z
    .number()
    .positive()
    .describe(
      'by how much the logarithm of its count a word must exceed one that is a slip nearer',
    ),
  doubt: z
    .number()
    .nonnegative()
    .describe('by how much it must exceed any other, to be the one that was meant'),
  words: z
    .record(z.string(), z.int().positive())
    .describe('how often each is used, without the rare ones, which may be misspelt'),
});
export type QuestionWords = z.infer<typeof questionWordsSchema>;

let loaded: QuestionWords | undefined;

/**
 * Read once.
 *
 * @throws StartupError that names the line at fault.
 */
function loadQuestionWords(): QuestionWords {
  loaded ??= readJsonFile(resourceFile('question-words.json'), questionWordsSchema);
  return loaded;
}

/** Words with an apostrophe are left out: `what's` is written in many ways, and says little. */
const WORD = /(?<![\p{L}\p{N}'’])\p{L}+(?![\p{L}\p{N}'’])/gu;
/** Shorter ones are abbreviations as often as slips. */
const SHORTEST = 4;
/** Two slips are looked for in words of at least so many letters that begin alike. */
const SHORTEST_OF_TWO = 5;
const SLIPS_MAX = 2;
const MEANT_MAX = 2;
/** Looking for one takes about 2 ms; a question with more of them is in another language, or in none. */
const UNKNOWN_MAX = 12;

/**
 * The question with its misspelt words put right: each that is no common word of English and stands in no source, as
 * `findHeld` tells of stems, becomes the word of families' questions that is likeliest to have been meant, or
 * the two likeliest, if one is within two slips of the fingers. A slip is a letter left out, put in, mistaken or
 * exchanged with the next one. A question of mostly unknown words stays as it is.
 */
export async function correctSpelling(
  question: string,
  findHeld: (terms: readonly string[]) => Promise<ReadonlySet<string>>,
  known: QuestionWords = loadQuestionWords(),
): Promise<string> {
  const unknown = new Set(
    [...question.matchAll(WORD)]
      .map(([word]) => toPlain(word))
      .filter((word) => isUnknown(word, known)),
  );
  if (unknown.size === 0 || unknown.size > UNKNOWN_MAX) return question;
  const held = await findHeld([...unknown].map(toTerm));
  const meant = new Map<string, string>();
  for (const word of unknown) {
    // Names that a source tells of: comparing them with every word would take longest.
    if (held.has(toTerm(word))) continue;
    const likeliest = findLikeliest(word, known);
    if (likeliest.length > 0) meant.set(word, likeliest.join(' '));
  }
  return question.replaceAll(WORD, (word) => meant.get(toPlain(word)) ?? word);
}

function toPlain(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function isUnknown(word: string, { words }: QuestionWords): boolean {
  return word.length >= SHORTEST && !Object.hasOwn(words, word) && !isKnownWord(word);
}

/**
 * The words that may have been meant, by how often they are used and how few slips make them this one, likeliest
 * first: the best, and the second where it is nearly as likely. None where no word is near.
 */
export function findLikeliest(
  word: string,
  { words, slip, doubt }: Pick<QuestionWords, 'words' | 'slip' | 'doubt'>,
): string[] {
  const rated: { candidate: string; rate: number }[] = [];
  for (const [candidate, count] of Object.entries(words)) {
    if (Math.abs(candidate.length - word.length) > SLIPS_MAX) continue;
    const isNear = word.length >= SHORTEST_OF_TWO && candidate[0] === word[0];
    const slips = countSlips(word, candidate);
    if (slips > (isNear ? SLIPS_MAX : 1)) continue;
    rated.push({ candidate, rate: Math.log(count) - slip * slips });
  }
  const best = rated.toSorted((a, b) => b.rate - a.rate).slice(0, MEANT_MAX);
  const least = (best[0]?.rate ?? 0) - doubt;
  return best.filter(({ rate }) => rate >= least).map(({ candidate }) => candidate);
}

/** Optimal string alignment distance: slips that make one word the other, no letter touched twice. */
function countSlips(a: string, b: string): number {
  let [before, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
