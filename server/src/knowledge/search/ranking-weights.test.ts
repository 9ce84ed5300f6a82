import { expect, test } from 'vitest';
import { loadRankingWeights } from './ranking-weights.ts';

test('the weights say which script wrote them, from what and when', () => {
  const { about } = loadRankingWeights();
  expect(about.script).toBe('npm run train -- ranking-weights');
  expect(about.data).not.toBe('');
  expect(about.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('they are read once', () => {
  expect(loadRankingWeights()).toBe(loadRankingWeights());
});
