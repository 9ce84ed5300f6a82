import { stemmer } from 'stemmer';
import { SPANISH_STOP_WORDS, stemSpanish } from './spanish.ts';
import { STOP_WORDS } from './stop-words.ts';
import { tokenize } from './tokenize.ts';

/**
 * Raise it with every change to what words a text is indexed under: tokens, stop words, stems, or what
 * `countTerms` and `joinTexts` have counted. Stored sources are then counted anew at the next start.
 */
export const TERMS_VERSION = 1;

const MAX_TERM_LENGTH = 40;
const ENGLISH_WORD = /^[a-z]{3,}$/;
const VOWEL_I = /[aeou]i$/;
/** Words of the field that Porter's rules throw together with others: policy and police, import and important. */
const OWN_STEMS: ReadonlyMap<string, string> = new Map([
  ['policy', 'policy'],
  ['policies', 'policy'],
  ['important', 'important'],
  ['importance', 'important'],
  ['importantly', 'important'],
  ['organ', 'organs'],
  ['organs', 'organs'],
  ['universe', 'universe'],
]);

/** Stems of words seen, because stemming is what takes time and the same words come again. */
const stems = new Map<string, string>();
const MAX_REMEMBERED = 50_000;

/** The indexed form of one token of `tokenize`: Porter's stem of an English word, cut at 40 characters. */
export function toTerm(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const short = word.slice(0, MAX_TERM_LENGTH);
  if (!ENGLISH_WORD.test(short)) return short;
  if (stems.size >= MAX_REMEMBERED) stems.clear();
  const stem = OWN_STEMS.get(short) ?? keepY(short, stemmer(short));
  stems.set(short, stem);
  return stem;
}

/**
 * Porter turns every last `y` into `i`, and `say` into the student aid index, `sai`. After a vowel it
 * stays, as in his later rules (Porter2, step 1c).
 */
function keepY(word: string, stem: string): string {
  const withY = `${stem.slice(0, -1)}y`;
  return VOWEL_I.test(stem) && word.startsWith(withY) ? withY : stem;
}

interface LanguageOfTerms {
  stopWords: ReadonlySet<string>;
  stem: (word: string) => string;
}
const ENGLISH: LanguageOfTerms = { stopWords: STOP_WORDS, stem: toTerm };
const LANGUAGES: ReadonlyMap<string, LanguageOfTerms> = new Map([
  ['en', ENGLISH],
  ['es', { stopWords: SPANISH_STOP_WORDS, stem: stemSpanish }],
]);
const UNKNOWN: LanguageOfTerms = { stopWords: new Set(), stem: (word) => word };

/**
 * The terms under which an English text is indexed, in order, repeated as often as they occur, without
 * stop words.
 */
export function toTerms(text: string): string[] {
  return termsOf(tokenize(text));
}

/** The same for its words as `tokenize` gives them. */
export function termsOf(words: readonly string[]): string[] {
  return toTermsOf(ENGLISH, words);
}

/** The same for a text in `language`, such as `es`; plain words where nothing is known of the language. */
export function toTermsIn(language: string, text: string): string[] {
  return toTermsOf(LANGUAGES.get(language) ?? UNKNOWN, tokenize(text));
}

function toTermsOf({ stopWords, stem }: LanguageOfTerms, words: readonly string[]): string[] {
  return words
    .filter((word) => !stopWords.has(word))
    .map((word) => stem(word.slice(0, MAX_TERM_LENGTH)));
}
