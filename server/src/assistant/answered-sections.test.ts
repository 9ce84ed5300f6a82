import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log/create-logger.ts';
import { createAssistant } from './pipeline.ts';
import { ask } from './testing/ask.ts';
import { createMemorySearch } from './testing/create-memory-search.ts';
import { makePassage } from './testing/make-passage.ts';

const PASSAGES = [
  makePassage('Both Division I and Division II require 16 core courses.', {
    heading: 'How many core courses do I need for D1 and D2?',
    source: { asOf: '2026-06-13' },
  }),
  makePassage('The minimum core GPA is 2.3 for Division I and 2.2 for Division II.', {
    heading: 'What GPA do I need for D1 and D2?',
    source: { asOf: '2026-06-13' },
  }),
  makePassage('A dead period is a time in which coaches may not meet you in person.', {
    heading: 'What is a dead period?',
    source: { title: 'Periods', asOf: '2023-02-01', authority: 'Old Guide', kind: 'site' },
  }),
  makePassage(
    'In a dead period coaches may not meet you in person and may not watch you compete.',
    { heading: 'What does a dead period mean?', source: { asOf: '2026-06-01' } },
  ),
];
const assistant = createAssistant({
  search: createMemorySearch(PASSAGES),
  config: { assistantName: 'Avery', productName: 'Pathway' },
  log: createLogger('silent'),
  clock: systemClock,
});

test('[CHAT-11] [CHAT-13] a section that is about as likely to answer is quoted too, under its heading', async () => {
  const answer = await ask(assistant, 'What is a dead period?');
  const headings = ['What is a dead period?', 'What does a dead period mean?'];
  expect(answer.sources.map(({ heading }) => heading)).toEqual(headings);
  expect(answer.text).toContain('[1]\n\n**What does a dead period mean?** In a dead period');
  expect(answer.suggestions).toBeUndefined();
  const alone = await ask(assistant, 'How many courses do Division I and Division II require?');
  expect(alone.kind).toBe('answered');
  expect(alone.suggestions).toBeUndefined();
});

test('[CHAT-11] a question that asks two things is answered from the section of each', async () => {
  const both = await ask(assistant, 'What core GPA do I need and what is a dead period?');
  expect(both.kind).toBe('answered');
  expect(both.sources.map(({ heading }) => heading)).toEqual([
    'What GPA do I need for D1 and D2?',
    'What is a dead period?',
  ]);
  const half = await ask(assistant, 'What core GPA do I need and what is a dead parrot?');
  expect(half.sources.map(({ heading }) => heading)).toEqual(['What GPA do I need for D1 and D2?']);
});

test('[CHAT-14] two sources with distant dates: the newer official one counts', async () => {
  const warning =
    /\n\n\*These sources date from February 2023 to June 2026\..*the newer official one counts: NCAA\.\*/;
  expect((await ask(assistant, 'What is a dead period?')).text).toMatch(warning);
  // What answers two questions cannot disagree.
  const both = await ask(assistant, 'What GPA do I need and what is a dead period?');
  expect(both.sources).toHaveLength(2);
  expect(both.text).not.toMatch(warning);
  const alone = await ask(assistant, 'What GPA do I need?');
  expect(alone.text).not.toMatch(warning);
});
