import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuseScores as fuse } from './fuse-scores.ts';
import { loadRankingWeights } from './ranking-weights.ts';

const fuseScores = (candidates: Parameters<typeof fuse>[0]) =>
  fuse(candidates, loadRankingWeights().search.toRead);
const candidate = (
  passageId: number,
  bm25: number,
  expandedBm25: number,
  cosine: number | null,
) => ({
  passageId,
  bm25,
  expandedBm25,
  cosine,
});

test('each measure counts by its weight, stretched over the candidates', () => {
  const fused = fuseScores([
    candidate(1, 10, 12, 0.2),
    candidate(2, 5, 6, 0.6),
    candidate(3, 0, 0, 0.4),
  ]);
  expect(fused.map(({ passageId }) => passageId)).toEqual([2, 1, 3]);
  expect(fused.map(({ score }) => Number(score.toFixed(6)))).toEqual([1.2, 1, 0.35]);
});

test('a passage without a vector is neither rewarded nor punished for it', () => {
  const [first, second, third] = fuseScores([
    candidate(1, 1, 1, 0.9),
    candidate(2, 1, 1, null),
    candidate(3, 1, 1, 0.1),
  ]);
  expect([first?.passageId, second?.passageId, third?.passageId]).toEqual([1, 2, 3]);
  expect(second?.cosine).toBeNull();
});

test('scores are finite and ordered whatever the candidates', () => {
  const number = fc.double({ min: 0, max: 50, noNaN: true });
  const cosine = fc.option(fc.double({ min: -1, max: 1, noNaN: true }));
  const one = fc.tuple(fc.nat(), number, number, cosine).map((given) => candidate(...given));
  fc.assert(
    fc.property(fc.array(one), (candidates) => {
      const scores = fuseScores(candidates).map(({ score }) => score);
      expect(scores.every((score) => score >= 0 && score <= 1.7 + 1e-9)).toBe(true);
      expect(scores).toEqual([...scores].toSorted((a, b) => b - a));
    }),
  );
});
