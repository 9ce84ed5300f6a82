import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log/create-logger.ts';
import type { Assistant } from './answer.ts';
import { createAssistant } from './pipeline.ts';
import { ask } from './testing/ask.ts';
import { countWords } from './quote/text-unit.ts';
import { openStarterSearch } from './testing/open-starter-search.ts';

/** A hundred that are quoted, and a note on whom they are for. */
const WORDS_MAX = 130;

let assistant: Assistant;
let close: () => Promise<void>;
beforeAll(async () => {
  const starter = await openStarterSearch();
  close = starter.close;
  assistant = createAssistant({
    search: starter.search,
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: createLogger('silent'),
    clock: systemClock,
  });
});
afterAll(() => close());

test.each([
  [
    'When can college coaches start contacting me?',
    ['June 15 after your sophomore year', 'Other divisions have rules of their own'],
    '2026-05',
  ],
  ['When can a D1 soccer coach text me first?', ['June 15 after your sophomore year'], '2026-05'],
  ['Do I still need the SAT for the NCAA?', ['no longer require', 'January 2023'], '2026-06'],
  ['How many core courses do I need for D1?', ['16 core courses'], '2026-06'],
  ['What is a dead period?', ['may not meet you in person'], '2026-05'],
  ['How many official visits can I take?', ['no limit', 'July 1, 2023'], '2026-05'],
  ['Do D3 schools give athletic scholarships?', ['no athletic aid'], '2026-11'],
  ['What replaced the National Letter of Intent?', ['athletics aid agreement'], '2026-07'],
  ['What GPA do I need for NAIA?', ['2.3'], '2026-11'],
  ['How much can we borrow with Parent PLUS now?', ['$20,000 a year', '$65,000'], '2026-07'],
  ['When does the FAFSA open?', ['October 1'], '2026-07'],
  [
    'What is the roster limit for soccer and softball?',
    ['Soccer; Roster limit: 28', 'Softball; Roster limit: 25'],
    '2026-07',
  ],
  ['Did roster limits end walk-ons?', ['fewer walk-on places', 'opted in'], '2026-07'],
])(
  '[CHAT-11] [CHAT-13] %j is answered from the starter documents',
  async (question, parts, month) => {
    const answer = await ask(assistant, question);
    expect(answer.kind).toBe('answered');
    for (const part of parts) expect(answer.text).toContain(part);
    expect(answer.sources.map(({ as_of }) => as_of?.slice(0, 7))).toContain(month);
    expect(answer.text).not.toMatch(/confirm at|\]\(/);
    const prose = answer.text.split('\n').filter((line) => !/^[|-]/.test(line));
    expect(countWords(prose.join(' '))).toBeLessThanOrEqual(WORDS_MAX);
    expect(answer.matches.length).toBeGreaterThan(0);
    expect(answer.matches.length).toBeLessThanOrEqual(8);
    for (const { url, quotes, excerpt } of answer.sources) {
      expect(url).toMatch(/^https:\/\//);
      for (const quote of quotes ?? []) expect(excerpt).toContain(quote);
    }
  },
);

test.each([
  'What is the capital of Mongolia?',
  'How do I bake sourdough bread?',
  'Who won the World Cup in 2018?',
  'What is the boiling point of water?',
])('[CHAT-14] %j is not covered', async (question) => {
  const answer = await ask(assistant, question);
  expect(answer.kind).toBe('not_covered');
  expect(answer.sources).toEqual([]);
  expect(answer.text).toContain("don't cover that");
});

test.each([
  ['Can coaches text me in a quiet period?', 'Does a quiet period mean coaches cannot talk to me?'],
  ['Can I retake a class that I failed?', 'I failed Algebra in 9th grade. Can I retake it?'],
])(
  '[CHAT-14] the Yes or No in answer to %j shows the question it belongs to',
  async (question, heading) => {
    const { text } = await ask(assistant, question);
    expect(text).toContain(`**${heading}** `);
    expect(text).not.toMatch(/^(?:Yes|No)\b/m);
  },
);

test('a follow-up about another division is understood', async () => {
  const answer = await ask(assistant, {
    text: 'what about NAIA?',
    history: [
      { role: 'user', content: 'What GPA do I need for D1?' },
      { role: 'assistant', content: 'The minimum is 2.3. [1]' },
    ],
  });
  expect(answer.sources[0]?.heading).toContain('NAIA');
  expect(answer.text).toContain('2.3');
});
