import { loadWordNeighbours } from '../../search/expansion/load-word-neighbours.ts';
import { STOP_WORDS } from '../../words/stop-words.ts';
import { toTerm } from '../../words/to-terms.ts';

/** The rarer ones of the table are names and words of other languages. */
const COMMON_TERMS = 10_000;

/** Stems of the ten thousand commonest English words, taken from the table that expands questions. */
export function loadKnownTerms(): ReadonlySet<string> {
  const common = [...loadWordNeighbours().keys()].slice(0, COMMON_TERMS);
  return new Set([...[...STOP_WORDS].map(toTerm), ...common]);
}
