const BINS = 10;

/** Questions whose probability lies in [from, from + 0.1): the mean of it, and how often it came true. */
export interface ReliabilityBin {
  from: number;
  questions: number;
  predicted: number;
  observed: number;
}

/** What is promised beside what comes true, in ten bins of probability; empty ones are left out. */
export function measureReliability(
  hits: readonly { probability: number; isRight: boolean }[],
): ReliabilityBin[] {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return [...Map.groupBy(hits, ({ probability }) => binOf(probability))]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, inside]) => ({
      from: bin / BINS,
      questions: inside.length,
      predicted: mean(inside.map(({ probability }) => probability)),
      observed: mean(inside.map(({ isRight }) => Number(isRight))),
    }));
}

function binOf(probability: number): number {
  return Math.min(BINS - 1, Math.floor(probability * BINS));
}

/**
 * How well a measure tells covered questions from absent ones: the share of pairs in the right order, ties
 * counted half; .5 is chance, NaN without pairs.
 */
export function measureAuc(covered: readonly number[], absent: readonly number[]): number {
  const wins = covered.flatMap((high) =>
    absent.map((low): number => (high > low ? 1 : high === low ? 0.5 : 0)),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
