import { expect, test } from 'vitest';
import { splitMarkdownBlocks } from './split-markdown-blocks.ts';

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
