import { expect, test } from 'vitest';
import { settledText, splitMarkdownBlocks, splitSentences } from './cut-markdown.ts';

test.each([
  ['a begun mark', 'June 15. [', 'June 15.'],
  ['half a mark', 'June 15. [1', 'June 15.'],
  ['half a list of marks', 'June 15. [1, 2', 'June 15.'],
  ['a table heading', 'Dates:\n\n| Division | Coaches', 'Dates:\n\n'],
  ['a table without rows', 'Dates:\n\n| a | b |\n|---|--', 'Dates:\n\n'],
  ['a table at the very beginning', '| a | b |\n|---|---|\n', ''],
])('[CHAT-12] %s waits for the rest', (_, text, settled) => {
  expect(settledText(text)).toBe(settled);
});

test.each([
  'June 15. [1]',
  'Plain words',
  'Dates:\n\n| a |\n|---|\n| 1 |',
  'a | b',
  'One [link](https://a.test',
])('[CHAT-12] %j is shown as it is', (text) => {
  expect(settledText(text)).toBe(text);
});

const cases: [string, string, string[]][] = [
  ['paragraphs', 'One\n\nTwo\nstill two\n\n\nThree', ['One', 'Two\nstill two', 'Three']],
  ['nothing', '', []],
  ['a tight list', '- a\n- b\n\nAfter', ['- a\n- b', 'After']],
  ['a loose list', '1. a\n\n2. b\n\nAfter', ['1. a\n\n2. b', 'After']],
  ['a paragraph inside an item', '- a\n\n  more\n\n- b', ['- a\n\n  more\n\n- b']],
  ['two kinds of list', '- a\n\n1. b', ['- a', '1. b']],
  ['a fence with blank lines', '```\na\n\nb\n```\n\nAfter', ['```\na\n\nb\n```', 'After']],
  ['a fence that is still open', 'Before\n\n~~~\na\n\nb', ['Before', '~~~\na\n\nb']],
  ['a longer fence around a fence', '````\n```\n\n```\n````\n\nx', ['````\n```\n\n```\n````', 'x']],
  ['indented code with a blank line', '    a\n\n    b\n\nc', ['    a\n\n    b', 'c']],
  ['a table', '| a |\n|---|\n| 1 |\n\nAfter', ['| a |\n|---|\n| 1 |', 'After']],
  [
    'link definitions',
    'See [it][1].\n\n[1]: https://a.test',
    ['See [it][1].\n\n[1]: https://a.test'],
  ],
];

test.each(cases)('[CHAT-12] %s', (_, text, blocks) => {
  expect(splitMarkdownBlocks(text)).toEqual(blocks);
});

test('[CHAT-12] while a text grows, only its last block changes', () => {
  const text = 'One **bold**\n\n- a\n\n- b\n\n```\nx\n\ny\n```\n\n| h |\n|---|\n| c |\n\nEnd';
  let finished: string[] = [];
  for (let length = 1; length <= text.length; length += 1) {
    const blocks = splitMarkdownBlocks(text.slice(0, length));
    const stable = blocks.slice(0, -1);
    expect(stable.slice(0, finished.length)).toEqual(finished);
    finished = stable;
  }
  expect(finished).toHaveLength(4);
});

test.each([
  ['One. Two! Three? Four', ['One.', 'Two!', 'Three?', 'Four']],
  [
    'You may call. [1] Then [2]. So. [1][2, 3] End',
    ['You may call. [1]', 'Then [2].', 'So. [1][2, 3]', 'End'],
  ],
  [
    'They may write [1]. Before that you may [2, 3]. Ask',
    ['They may write [1].', 'Before that you may [2, 3].', 'Ask'],
  ],
  ['He said "go." Then (and then.) Next', ['He said "go."', 'Then (and then.)', 'Next']],
  ['**Bold.** Next *one.* Last', ['**Bold.**', 'Next *one.*', 'Last']],
])('[CHAT-12] %j is cut between its sentences', (paragraph, sentences) => {
  expect(splitSentences(paragraph)).toEqual(sentences);
});

test.each([
  ['emphasis', 'A **bold. Still bold** end'],
  ['a link', 'See [the guide. It helps](https://a.example/) now'],
  ['code', 'Type `a. B` here'],
  ['a small letter', 'Use e.g. this or approx. that'],
  ['a number', 'In 2026. 16 courses count'],
])('[CHAT-12] %s is not cut', (_name, paragraph) => {
  expect(splitSentences(paragraph)).toEqual([paragraph]);
});

test.each([
  ['a list', '- One. Two'],
  ['a numbered list', '1. One. Two'],
  ['a heading', '# One. Two'],
  ['a quote', '> One. Two'],
  ['code that is indented', '    One. Two'],
  ['a table', 'One. Two | Three. Four'],
  ['several lines', 'One. Two\nThree. Four'],
])('[CHAT-12] %s is no paragraph of sentences', (_name, text) => {
  expect(splitSentences(text)).toBeNull();
});

test('[CHAT-12] the sentences give the paragraph back', () => {
  const paragraph = 'Read it [1].  Two spaces. Émile *asks. He* goes. “Yes.” No';
  expect(splitSentences(paragraph)?.join(' ')).toBe(paragraph);
});
