import { toTerm } from '../../words/to-terms.ts';

/** Private use, unassigned, control and replacement characters: what a font without a map leaves. */
const UNREADABLE = /(?:[\p{Co}\p{Cn}\uFFFD]|(?![\t\n\r])\p{Cc})+/gu;
const LETTER = /[\p{L}\p{M}\p{N}]+/gu;
const VISIBLE = /\S+/gu;
const LATIN_WORD = /(?<![\p{L}\p{N}])\p{Script=Latin}{3,}(?![\p{L}\p{N}])/gu;
const VOWEL = /[aeiouy]/;
/** Words that are looked at; more would say the same. */
const MAX_WORDS = 20_000;
const MAX_CHARACTERS = 200_000;

/** What a text is made of, in counts. `words` are those of the Latin script with three letters or more. */
export interface TextMeasures {
  visible: number;
  letters: number;
  unreadable: number;
  words: number;
  knownWords: number;
  vowelWords: number;
}

/** Counts the characters of a text and, by a dictionary of stems, its words. */
export function measureText(
  blocks: readonly { text: string }[],
  knownTerms: ReadonlySet<string>,
): TextMeasures {
  const measures: TextMeasures = {
    visible: 0,
    letters: 0,
    unreadable: 0,
    words: 0,
    knownWords: 0,
    vowelWords: 0,
  };
  for (const { text } of blocks) {
    measures.visible += count(text, VISIBLE);
    measures.letters += count(text, LETTER);
    measures.unreadable += count(text, UNREADABLE);
    if (measures.words < MAX_WORDS) countWords(text.slice(0, MAX_CHARACTERS), knownTerms, measures);
  }
  return measures;
}

/** Characters that the pattern matches, without an array of millions of them. */
function count(text: string, pattern: RegExp): number {
  return text.length - text.replace(pattern, '').length;
}

function countWords(text: string, knownTerms: ReadonlySet<string>, measures: TextMeasures): void {
  for (const [found] of text.matchAll(LATIN_WORD)) {
    const word = found.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    measures.words++;
    if (knownTerms.has(toTerm(word))) measures.knownWords++;
    if (VOWEL.test(word)) measures.vowelWords++;
  }
}
