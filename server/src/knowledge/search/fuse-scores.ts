import type { MeasuredPassage } from './rank-candidates.ts';
import type { SearchWeights } from './ranking-weights.ts';

/** Shares of the three measures. Reciprocal ranks do worse with a weak encoder. */
type FusionWeights = SearchWeights['toRead'];

/**
 * Stretches each measure over the candidates to [0, 1] (min-max) and adds them up by weight, best
 * first. A passage without a vector gets the average of those that have one: neither reward nor
 * punishment for being new.
 */
export function fuseScores<Passage extends MeasuredPassage>(
  candidates: readonly Passage[],
  weights: FusionWeights,
): (Passage & { score: number })[] {
  const bm25 = stretch(candidates.map((candidate) => candidate.bm25));
  const expanded = stretch(candidates.map((candidate) => candidate.expandedBm25));
  const cosines = candidates.map((candidate) => candidate.cosine);
  const cosine = stretch(fillWithMean(cosines));
  return candidates
    .map((candidate, index) => ({
      ...candidate,
      score:
        weights.bm25 * (bm25[index] ?? 0) +
        weights.expandedBm25 * (expanded[index] ?? 0) +
        weights.cosine * (cosine[index] ?? 0),
    }))
    .toSorted((a, b) => b.score - a.score || a.passageId - b.passageId);
}

function fillWithMean(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / (known.length || 1);
  return values.map((value) => value ?? mean);
}

function stretch(values: readonly number[]): number[] {
  const min = Math.min(...values);
  const range = Math.max(...values) - min;
  return values.map((value) => (range === 0 ? 0 : (value - min) / range));
}
