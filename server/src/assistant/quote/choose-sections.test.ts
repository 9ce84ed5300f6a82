import { expect, test } from 'vitest';
import { loadDomain } from '../domain.ts';
import { makeHit } from '../testing/make-hit.ts';
import { makePassage } from '../testing/make-passage.ts';
import { chooseSections } from './choose-sections.ts';
import { readAsked } from './score-units.ts';

const { words } = loadDomain();
const TERMS = ['core', 'cours', 'dead', 'period'].map((term) => ({
  term,
  idf: 2,
  documentFrequency: 1,
}));
const MINIMUM = { minShare: 0.5, minNovelty: 0.3 };
const core = makePassage('Sixteen core courses are needed.', { heading: 'Core courses' });
const dead = makePassage('A dead period is a quiet time.', { heading: 'Dead period' });
const again = makePassage('A core course is a course.', { heading: 'What is a core course?' });

function choose(question: string, second = dead, probability = 0.6): string[] {
  const hits = [makeHit(core), makeHit(second, { probability }), makeHit(again)];
  const sections = chooseSections({ hits }, readAsked(question, TERMS, words), MINIMUM);
  return sections.flatMap((section) => section.map(({ passage }) => passage.text));
}

test.each([
  'How many core courses do I need and what is a dead period?',
  'Core courses? Dead period?',
])('[CHAT-11] the two parts of %j have a section each', (question) => {
  expect(choose(question)).toEqual([core.text, dead.text]);
});

test('[CHAT-11] one question has one section', () => {
  expect(choose('Do core courses count in a dead period?')).toEqual([core.text]);
});

test('[CHAT-11] a second section that is hardly likely, or holds nothing more, stays away', () => {
  const question = 'How many core courses and what is a dead period?';
  expect(choose(question, dead, 0.4)).toEqual([core.text]);
  expect(choose(question, again)).toEqual([core.text]);
});
