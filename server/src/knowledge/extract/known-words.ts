import { STOP_WORDS } from '../words/stop-words.ts';
import { toTerm } from '../words/to-terms.ts';
import { loadWordNeighbours } from '../words/word-neighbours.ts';

/** The rarer ones of the table are names and words of other languages. */
const COMMON_TERMS = 10_000;

/** Words that were looked up, so that the common ones are looked up once. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 50_000;
let terms: ReadonlySet<string> | undefined;

/** True when the stem of the word is among the commonest of English. Takes small and capital letters. */
export function isKnownWord(word: string): boolean {
  const known = judged.get(word);
  if (known !== undefined) return known;
  terms ??= loadTerms();
  const isKnown = terms.has(toTerm(word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()));
  if (judged.size < MAX_JUDGED) judged.set(word, isKnown);
  return isKnown;
}

/** Taken from the table that expands questions. */
function loadTerms(): ReadonlySet<string> {
  const common = [...loadWordNeighbours().keys()].slice(0, COMMON_TERMS);
  return new Set([...[...STOP_WORDS].map(toTerm), ...common]);
}
