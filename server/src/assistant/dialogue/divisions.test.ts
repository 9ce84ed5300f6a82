import { expect, test } from 'vitest';
import type { Passage } from '../../knowledge/search/passage.ts';
import { loadDomains } from '../domain.ts';
import { makeHit } from '../testing/make-hit.ts';
import { makePassage } from '../testing/make-passage.ts';
import { describeScope, listDivisionSections } from './divisions.ts';

const domain = loadDomains()[0];
const source = { id: 'dates', title: 'Dates' };
const d1 = makePassage('June 15.', { source, heading: 'When can a D1 coach call?', ordinal: 1 });
const d2 = makePassage('June 15 too.', {
  source,
  heading: 'When can Division II coaches call?',
  ordinal: 2,
});
const d3 = makePassage('At any time.', {
  source,
  heading: 'When can D3 coaches call?',
  ordinal: 3,
});
const dead = makePassage('Nobody meets.', {
  source,
  heading: 'What is a dead period?',
  ordinal: 4,
});
const foreign = makePassage('Elsewhere.', { heading: 'When can NAIA coaches call?' });
function list(question: string, found: readonly [Passage, number][]) {
  const sections = found.map(([passage, probability]) => [makeHit(passage, { probability })]);
  const chosen = listDivisionSections({ standAlone: question, domain }, sections);
  return chosen.flatMap((section) => section.map(({ passage }) => passage.text));
}

test('[CHAT-14] a question for no division in particular gets the section of each, in their order', () => {
  const found: [Passage, number][] = [
    [d3, 0.5],
    [dead, 0.4],
    [d2, 0.4],
    [foreign, 0.4],
    [d1, 0.1],
  ];
  expect(list('When can coaches call me?', found)).toEqual([
    'June 15.',
    'June 15 too.',
    'At any time.',
  ]);
  expect(list('When can D3 coaches call me?', found)).toEqual([]);
});

test('[CHAT-14] nothing is added when the best heading names no division, or no other is found', () => {
  const best = 0.9;
  expect(
    list('What is a dead period?', [
      [dead, best],
      [d3, best],
    ]),
  ).toEqual([]);
  expect(
    list('When can coaches call me?', [
      [d3, best],
      [foreign, best],
      [d2, 0.001],
    ]),
  ).toEqual([]);
});

const quotedSource = (heading: string) => ({
  n: 1,
  title: 'Dates',
  kind: 'document' as const,
  excerpt: '',
  heading,
});

test('[CHAT-14] a rule of one division is not passed off as everybody’s', () => {
  expect(
    describeScope({ standAlone: 'When can coaches contact me?', domain }, [
      quotedSource('When can D3 coaches call?'),
    ]),
  ).toContain('This is what my sources say about D3.');
});

test('[CHAT-14] no warning when the division was asked for, or several are quoted', () => {
  const d3 = quotedSource('When can D3 coaches call?');
  expect(describeScope({ standAlone: 'When can D3 coaches contact me?', domain }, [d3])).toBe('');
  expect(
    describeScope({ standAlone: 'When can coaches contact me?', domain }, [
      d3,
      quotedSource('Division II dates'),
    ]),
  ).toBe('');
  expect(
    describeScope({ standAlone: 'What is a dead period?', domain }, [
      quotedSource('What is a dead period?'),
    ]),
  ).toBe('');
});
