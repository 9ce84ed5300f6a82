import { expect, test } from 'vitest';
import { loadDomain } from '../domain.ts';
import { makePassage } from '../testing/make-passage.ts';
import { describeScope, listDivisionSections } from './divisions.ts';

const domain = loadDomain();
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
const hit = (passage: typeof d1, score: number) => ({
  passage,
  bm25: score,
  coverage: 0,
  cosine: null,
  score,
});

async function list(question: string, found = [d3, dead, d2, foreign], beside = [d1, d2, dead]) {
  const hits = found.map((passage, index) => hit(passage, 4 - index));
  const sections = await listDivisionSections(
    { standAlone: question, domain, readNeighbours: async () => beside },
    hits,
  );
  return sections.map(({ passage }) => passage.text);
}

test('[CHAT-14] a question for no division in particular gets the section of each, in their order', async () => {
  expect(await list('When can coaches call me?')).toEqual([
    'June 15.',
    'June 15 too.',
    'At any time.',
  ]);
});

test('[CHAT-14] nothing is added to a question that names its division', async () => {
  expect(await list('When can D3 coaches call me?')).toEqual([]);
});

test('[CHAT-14] nothing is added when the best heading names no division, or no other has a section', async () => {
  expect(await list('What is a dead period?', [dead, d3])).toEqual([]);
  expect(await list('When can coaches call me?', [d3, foreign], [dead])).toEqual([]);
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
