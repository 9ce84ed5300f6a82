import type { Decision } from '../../server/src/assistant/coverage.ts';

/** How well the band's measure tells covered questions from absent ones, and what the limits do. */
export interface Calibration {
  covered: number;
  absent: number;
  /** Chance that a covered question measures higher than an absent one; .5 is chance. */
  auc: number;
  limits: Decision;
  /** Shares of covered and absent questions in each band at these limits. */
  coveredAnswered: number;
  coveredRefused: number;
  absentAnswered: number;
  absentRefused: number;
  /** The one limit that separates best (Youden's J), and what it reaches. */
  best: { limit: number; coveredAbove: number; absentBelow: number };
}

/** Compares the measures of questions that the sources cover with those of questions they do not. */
export function calibrateBands(
  covered: readonly number[],
  absent: readonly number[],
  limits: Decision,
): Calibration {
  const above = (values: readonly number[], limit: number) =>
    values.filter((value) => value >= limit).length / Math.max(1, values.length);
  const candidates = [...covered, ...absent].map((limit) => ({
    limit,
    coveredAbove: above(covered, limit),
    absentBelow: 1 - above(absent, limit),
  }));
  const [best = { limit: 0, coveredAbove: 0, absentBelow: 0 }] = candidates.toSorted(
    (a, b) => b.coveredAbove + b.absentBelow - (a.coveredAbove + a.absentBelow),
  );
  return {
    covered: covered.length,
    absent: absent.length,
    auc: measureAuc(covered, absent),
    limits,
    coveredAnswered: above(covered, limits.sure),
    coveredRefused: 1 - above(covered, limits.floor),
    absentAnswered: above(absent, limits.sure),
    absentRefused: 1 - above(absent, limits.floor),
    best,
  };
}

/** Area under the curve: pairs in the right order, ties counted half; NaN without pairs. */
function measureAuc(covered: readonly number[], absent: readonly number[]): number {
  const wins = covered.flatMap((high) =>
    absent.map((low): number => (high > low ? 1 : high === low ? 0.5 : 0)),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
