import { readResourceLines, resourceFile } from '../../platform/read-resource-lines.ts';
import { STOP_WORDS } from './stop-words.ts';
import { toTerm } from './to-terms.ts';

const WORD = /^[a-z]+$/;

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

function loadTerms(): ReadonlySet<string> {
  const words = readResourceLines(resourceFile('common-words.txt'), WORD);
  return new Set([...STOP_WORDS, ...words].map(toTerm));
}
