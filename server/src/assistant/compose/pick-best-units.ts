import { measureCoverage, type QuestionWords } from './question-words.ts';
import type { ScoredUnit } from './score-units.ts';
import { isListed } from './text-unit.ts';

/** A later piece must be at least this share of the best one's score. */
const SCORE_SHARE_MIN = 0.74;
/** What a piece gains for the share of the question that the chosen ones leave open. */
const NOVELTY = 0.6;
/** What a piece loses that holds nothing of the kind asked for, such as a date. */
const BESIDE_THE_POINT = 0.25;
/** What a piece loses when its passage, other than the best one, is quoted already. */
const SAME_PASSAGE = 0.15;

/** The best piece, then at most `limit` - 1 others that add to it; pieces that come along anyway are passed over. */
export function pickBestUnits(
  scored: readonly ScoredUnit[],
  words: QuestionWords,
  limit: number,
): ScoredUnit[] {
  const chosen: ScoredUnit[] = [];
  const open = new Set(scored);
  let spoken: ReadonlySet<string> = new Set();
  const rateAddition = ({ terms, passage }: ScoredUnit) =>
    NOVELTY * measureCoverage(words, terms.difference(spoken)) -
    (chosen.slice(1).some((piece) => piece.passage.id === passage.id) ? SAME_PASSAGE : 0);
  while (chosen.length < limit) {
    let best: ScoredUnit | undefined;
    let bestScore = 0;
    for (const candidate of open) {
      const score =
        candidate.score -
        BESIDE_THE_POINT * (1 - candidate.evidence) +
        (chosen.length === 0 ? 0 : rateAddition(candidate));
      if (score > bestScore) [best, bestScore] = [candidate, score];
    }
    const first = chosen[0];
    if (best === undefined || (first && bestScore < SCORE_SHARE_MIN * first.score)) break;
    chosen.push(best);
    spoken = spoken.union(best.terms);
    for (const candidate of open) if (isSpoken(candidate, best)) open.delete(candidate);
  }
  return chosen;
}

/** The piece itself, its twin in an overlapping passage, and the rest of a list that comes along. */
function isSpoken({ passage, unit, index }: ScoredUnit, chosen: ScoredUnit): boolean {
  if (unit.text === chosen.unit.text) return true;
  if (passage.id !== chosen.passage.id) return false;
  if (chosen.opening.includes(index)) return true;
  if (!isListed(unit)) return false;
  if (isListed(chosen.unit)) return unit.kind === chosen.unit.kind;
  return chosen.unit.text.endsWith(':') && index > chosen.index;
}
