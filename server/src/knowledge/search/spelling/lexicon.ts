import { readFileSync } from 'node:fs';
import { STOP_WORDS } from '../../words/stop-words.ts';
import { listThesaurusWords } from '../expansion/load-thesaurus.ts';

const FILE = new URL('./common-words.txt', import.meta.url);

/** Place of a word of the field: as sure as the commonest. */
const SURE = 1;

/** Words of English and of the field. */
export interface Lexicon {
  /** Place of a word among the commonest, from 1; Infinity for a word that is none of them. */
  rankOf(word: string): number;
  /** Words that begin with the letter. */
  startingWith(letter: string): readonly string[];
}

/**
 * Stop words, the words that the thesaurus is written with, and the 80,000 commonest words of English,
 * whose list `bench/build-common-words.ts` makes.
 */
export function createLexicon(): Lexicon {
  const ranks = new Map<string, number>();
  for (const [index, word] of readFileSync(FILE, 'utf8').trimEnd().split('\n').entries()) {
    ranks.set(word, index + 1);
  }
  for (const word of [...STOP_WORDS, ...listThesaurusWords()]) ranks.set(word, SURE);
  const byFirstLetter = Map.groupBy(ranks.keys(), (word) => word.charAt(0));
  return {
    rankOf: (word) => ranks.get(word) ?? Infinity,
    startingWith: (letter) => byFirstLetter.get(letter) ?? [],
  };
}
