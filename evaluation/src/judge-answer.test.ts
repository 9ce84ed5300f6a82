import { expect, test } from 'vitest';
import type { Answer } from '../../server/src/assistant/answer.ts';
import { calibrateBands } from './calibrate-bands.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { GoldenQuestion } from './read-questions.ts';
import { isFlawless, summariseJudgements } from './summarise-judgements.ts';

const QUESTION: GoldenQuestion = {
  id: 'Q1',
  asker: 'student',
  question: 'How many?',
  must_say: ["don't guess", '/1[56] core/'],
  must_not_say: ['/is \\$\\d/'],
  document: '02.md',
  date: '2026-06',
};
const SOURCE = {
  n: 1,
  title: 'Academics',
  kind: 'document',
  excerpt: '',
  as_of: '2026-06-13',
} as const;
const GOOD: Answer = {
  kind: 'answered',
  text: 'We **don’t  guess**: 16 core courses. [1]',
  sources: [SOURCE],
  matches: [],
};
const judge = (answer: Answer, question = QUESTION) =>
  judgeAnswer(question, answer, { titleOf: () => 'Academics', durationMs: 1 });

test('an answer is read without its markdown, in any case and white space', () => {
  expect(isFlawless(judge(GOOD))).toBe(true);
});

test.each<[string, Partial<Answer>]>([
  ['lacks an entry', { text: 'Don’t guess. [1]' }],
  ['says what it must not', { text: `${GOOD.text} It is $5.` }],
  ['carries another month', { sources: [{ ...SOURCE, as_of: '2026-07-13' }] }],
  ['is not dated', { text: `In June 2026 ${GOOD.text}`, sources: [{ ...SOURCE, as_of: null }] }],
  ['cites what is not there', { text: `${GOOD.text} [2]` }],
  ['has a source that nothing cites', { text: GOOD.text.replace('[1]', '') }],
  ['cites another document', { sources: [{ ...SOURCE, title: 'Other' }] }],
  ['is of another kind', { kind: 'not_covered' }],
])('an answer that %s is not flawless', (_name, change) => {
  const judgement = judge({ ...GOOD, ...change });
  expect(isFlawless(judgement)).toBe(false);
});

test('one forbidden entry, one missing month or one flawed care answer misses a goal', () => {
  const care = { ...QUESTION, id: 'C1', care: 'crisis' };
  const reached = (answer: Answer) =>
    summariseJudgements([QUESTION, care], [judge(answer), judge(GOOD, care)])
      .filter(({ isReached }) => !isReached)
      .map(({ name }) => name);
  expect(reached(GOOD)).toEqual(['care: helped first, nothing missing, nothing forbidden']);
  expect(reached({ ...GOOD, text: `${GOOD.text} It is $5.` })).toContain(
    'must-not-say entries said',
  );
});

test('the calibration counts pairs in the right order and what the limits do', () => {
  expect(calibrateBands([2, 1.2, 3], [0.5, 1.2], { floor: 1, sure: 1.5 })).toEqual({
    covered: 3,
    absent: 2,
    auc: 5.5 / 6,
    limits: { floor: 1, sure: 1.5 },
    coveredAnswered: 2 / 3,
    coveredRefused: 0,
    absentAnswered: 0,
    absentRefused: 0.5,
    best: { limit: 2, coveredAbove: 2 / 3, absentBelow: 1 },
  });
});
