import type { Passage } from '../../knowledge/search/passage.ts';
import { completeSelection } from './complete-selection.ts';
import { findDirectAnswer } from './find-direct-answer.ts';
import { looksLikeInstruction } from './looks-like-instruction.ts';
import { pickBestUnits } from './pick-best-units.ts';
import type { QuestionWords } from './question-words.ts';
import type { ScoredUnit } from './score-units.ts';
import { opensWithVerdict } from './short-verdict.ts';
import { readTextUnits, type TextUnit } from './text-unit.ts';

/** Neighbouring pieces of one passage, in their order. */
export interface Quote {
  passage: Passage;
  units: TextUnit[];
  /** Shown before them: the heading that they answer with `Yes` or `No`. */
  heading?: string;
}

/** Most best pieces an answer quotes; their neighbours come on top. */
const BEST_MAX = 3;

/**
 * The best pieces with what they need to be understood, and what the best passage says about sources
 * that disagree. Quotes of the best passage first; no piece is quoted twice.
 */
export function chooseQuotes(
  scored: readonly ScoredUnit[],
  words: QuestionWords,
  bestMax: number = BEST_MAX,
): Quote[] {
  const chosen = pickBestUnits(scored, words, bestMax);
  const bestId = chosen[0]?.passage.id;
  const quoted = new Set<string>();
  return [...Map.groupBy(chosen, ({ passage }) => passage.id).values()].flatMap((own) => {
    const passage = own[0]?.passage;
    if (passage === undefined) return [];
    const units = readTextUnits(passage.text);
    const picked = [
      ...findDirectAnswer(passage, units),
      ...own.flatMap(({ index, opening }) => [index, ...opening]),
    ];
    return splitRuns(completeSelection(units, picked, passage.id === bestId))
      .map((run) => ({ passage, units: run.flatMap((index) => units[index] ?? []) }))
      .map((quote) => dropRepeated(quote, quoted))
      .filter((quote) => quote.units.length > 0)
      .map(nameHeading);
  });
}

/** Without its heading a `No.` would be read as the answer to the question, which may ask the opposite. */
function nameHeading(quote: Quote): Quote {
  const heading = quote.passage.headingPath.at(-1);
  const opensSo = opensWithVerdict(quote.units[0]?.text ?? '');
  return opensSo && heading !== undefined ? { ...quote, heading } : quote;
}

/** Overlapping passages share sentences. */
function dropRepeated({ passage, units }: Quote, quoted: Set<string>): Quote {
  const rest = units.filter(({ text }) => !quoted.has(text) && !looksLikeInstruction(text));
  for (const { text } of rest) quoted.add(text);
  return { passage, units: rest };
}

function splitRuns(indexes: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const index of indexes) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === index - 1) run.push(index);
    else runs.push([index]);
  }
  return runs;
}
