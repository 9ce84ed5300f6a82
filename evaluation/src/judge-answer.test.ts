import { expect, test } from 'vitest';
import type { Answer } from '../../server/src/assistant/answer.ts';
import type { Given } from './ask-question.ts';
import { isFlawless, measureGoals } from './golden-goals.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { KnownQuestion } from './read-questions.ts';
import { summariseJudgements } from './summarise-judgements.ts';

const QUESTION: KnownQuestion = {
  id: 'Q1',
  asker: 'student',
  language: 'en',
  group: 'ordinary',
  history: [],
  question: 'How many?',
  sections: ['02-academics.md # How many?'],
  must_say: ["don't guess", '/1[56] core/'],
  must_not_say: ['/is \\$\\d/'],
  document: '02-academics.md',
  date: '2026-06',
  isAbsent: false,
};
const ABSENT = {
  ...QUESTION,
  id: 'A1',
  group: 'far-absent',
  sections: [],
  must_say: [],
  document: null,
  date: undefined,
  isAbsent: true,
};
const PLACES = new Map([
  ['How many?', '02-academics.md # 1'],
  ['¿Cuántas?', '02-academics.md # 1'],
  ['What else?', '02-academics.md # 2'],
]);
const DOCUMENTS = {
  titleOf: () => 'Academics',
  under: (heading: string | null | undefined) => {
    const place = PLACES.get(heading ?? '');
    return place === undefined ? undefined : { place, text: '' };
  },
};
const SOURCE = {
  n: 1,
  title: 'Academics',
  kind: 'document',
  excerpt: '',
  heading: 'How many?',
  as_of: '2026-06-13',
} as const;
const GOOD: Answer = {
  kind: 'answered',
  text: 'We **don’t  guess**: 16 core courses. [1]\n\n*See [NCAA](https://ncaa.org).*',
  sources: [SOURCE],
  matches: [],
};
const REFUSAL: Answer = { kind: 'not_covered', text: 'Nobody knows.', sources: [], matches: [] };
const judge = (answer: Answer, question = QUESTION, given: Partial<Given> = {}) =>
  judgeAnswer(
    question,
    {
      answer,
      durationMs: 1,
      firstHit: { heading: '¿Cuántas?', probability: undefined },
      naive: '',
      ...given,
    },
    DOCUMENTS,
  );

test('an answer is read without its markdown, in any case and white space', () => {
  const judgement = judge(GOOD);
  expect(isFlawless(judgement)).toBe(true);
  // Neither the mark nor the address behind the link is a word.
  expect(judgement.words).toBe(8);
});

test.each<[string, Partial<Answer>]>([
  ['lacks an entry', { text: 'Don’t guess. [1]' }],
  ['says what it must not', { text: `${GOOD.text} It is $5.` }],
  ['carries another month', { sources: [{ ...SOURCE, as_of: '2026-07-13' }] }],
  ['is not dated', { text: `June 2026: ${GOOD.text}`, sources: [{ ...SOURCE, as_of: null }] }],
  ['cites what is not there', { text: `${GOOD.text} [2]` }],
  ['has a source that nothing cites', { text: GOOD.text.replace('[1]', '') }],
  ['cites another document', { sources: [{ ...SOURCE, title: 'Other' }] }],
  ['is of another kind', { kind: 'not_covered' }],
])('an answer that %s is not flawless', (_name, change) => {
  expect(isFlawless(judge({ ...GOOD, ...change }))).toBe(false);
});

test('the section is the first source’s, also in its translation', () => {
  const first = (heading: string) =>
    judge({ ...GOOD, sources: [{ ...SOURCE, heading }, SOURCE] }).isRightSection;
  expect(['How many?', '¿Cuántas?', 'What else?', 'Unknown'].map(first)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(judge(GOOD, ABSENT).isRightSection).toBeNull();
});

test('what is said after the second sentence is not said early', () => {
  expect(judge(GOOD).saysAllEarly).toBe(true);
  const late = judge({ ...GOOD, text: `Hello. Good question.\n\n${GOOD.text}` });
  expect([late.saysAll, late.saysAllEarly]).toEqual([true, false]);
});

test('an absent topic is wrongly answered, or refused', () => {
  const seen = ({ isWrong, isRefused }: ReturnType<typeof judge>) => [isWrong, isRefused];
  expect(seen(judge(GOOD, ABSENT))).toEqual([true, false]);
  expect(seen(judge({ ...GOOD, kind: 'closest' }, ABSENT))).toEqual([false, false]);
  expect(seen(judge(REFUSAL, ABSENT))).toEqual([false, true]);
});

test('the probability of the first hit is judged where the question stands alone', () => {
  const firstHit = { heading: '¿Cuántas?', probability: 0.7 };
  const judged = (question: KnownQuestion) => judge(GOOD, question, { firstHit }).hit;
  expect(judge(GOOD).hit).toBeNull();
  expect(judged(QUESTION)).toEqual({ probability: 0.7, isRight: true });
  expect(judged(ABSENT)).toEqual({ probability: 0.7, isRight: false });
  expect(judged({ ...QUESTION, history: [{ role: 'user', content: 'Hi' }] })).toBeNull();
});

test('a section that no document has is a fault, not a wrong answer', () => {
  const moved = { ...QUESTION, sections: ['03-other.md # How many?'] };
  expect(() => judge(GOOD, moved)).toThrow('03-other.md # How many?');
});

test('figures are shares of the questions that they can be asked of, by set and by part', () => {
  const judged = [
    { ...judge(GOOD, QUESTION, { naive: GOOD.text }), ...QUESTION, answer: '' },
    { ...judge(REFUSAL), ...QUESTION, language: 'es', answer: '' },
    { ...judge(REFUSAL, ABSENT), ...ABSENT, answer: '' },
    { ...judge({ ...GOOD, text: 'It is $5.' }, ABSENT), ...ABSENT, answer: '' },
  ];
  const rows = new Map(summariseJudgements(judged).map(({ of, figures }) => [of, figures]));
  expect(rows.get('all')).toMatchObject({
    questions: 4,
    said: 0.5,
    'naive said': 0.5,
    'right section': 0.5,
    wrong: 0.25,
    'says forbidden': 0.25,
    refused: 0.5,
    'absent refused': 0.5,
  });
  expect(rows.get('language es')).toMatchObject({ questions: 1, said: 0, 'absent refused': null });
  expect(rows.get('group far-absent')).toMatchObject({ said: null, refused: null, wrong: 0.5 });
});

test('one forbidden entry, one missing month or one flawed care answer misses a goal', () => {
  const care = { ...QUESTION, id: 'C1', care: 'crisis' };
  const missed = (answer: Answer) =>
    measureGoals([QUESTION, care], [judge(answer), judge(GOOD, care)])
      .filter(({ isReached }) => !isReached)
      .map(({ name }) => name);
  expect(missed(GOOD)).toEqual(['care: helped first, nothing missing, nothing forbidden']);
  expect(missed({ ...GOOD, text: `${GOOD.text} It is $5.` })).toContain(
    'nothing said that must not be',
  );
  expect(missed({ ...GOOD, sources: [{ ...SOURCE, as_of: '2026-07-13' }] })).toContain(
    'dated rules that carry their month',
  );
});

test('a hedge and the question that a section answers are no sentences of the answer', () => {
  const text = 'This may not fit:\n\n**How many courses?** Sixteen. Ten come early. Ask soon. [1]';
  const early = (must_say: string[]) =>
    judge({ ...GOOD, kind: 'closest', text }, { ...QUESTION, must_say }).saysAllEarly;
  expect(early(['Sixteen', 'Ten come'])).toBe(true);
  expect(early(['Ask soon'])).toBe(false);
});

test("the head of a table and an item's number are no sentences of the answer", () => {
  const rows = '| Year | Forms |\n| --- | --- |\n| First | FAFSA |\n| Second | CSS |';
  const early = (text: string, must_say: string[]) =>
    judge({ ...GOOD, text }, { ...QUESTION, must_say }).saysAllEarly;
  expect(early(`They differ:\n\n${rows} [1]`, ['FAFSA'])).toBe(true);
  expect(early(`They differ:\n\n${rows} [1]`, ['CSS'])).toBe(false);
  expect(early('Do this:\n\n1. Ask.\n2. Sign. [1]', ['Ask'])).toBe(true);
  expect(early('Do this:\n\n1. Ask.\n2. Sign. [1]', ['Sign'])).toBe(false);
});
