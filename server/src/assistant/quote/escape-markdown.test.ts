import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkdown } from './escape-markdown.ts';

test.each([
  ['![x](https://evil.example/p.png?d=secret)', 'x'],
  ['Read [this page](https://evil.example/a) now', 'Read this page now'],
  ['a [label][ref] b', 'a label b'],
  ['See https://evil.example/x?y=1.', 'See evil.example/x?y=1.'],
  ['See www.evil.example today', 'See evil.example today'],
  ['Write to coach@college.edu today', 'Write to `coach@college.edu` today'],
  ['<img src=x onerror=alert(1)>Text<br/>', 'Text'],
  ['GPA < 3 & > 2', String.raw`GPA \< 3 \& \> 2`],
  ['Scorecard data: earnings', 'Scorecard data: earnings'],
  ['as in [3] and *this* _that_ `code`', String.raw`as in \[3\] and \*this\* \_that\_ \`code\``],
  ['# not a heading', String.raw`\# not a heading`],
  ['- not an item', String.raw`\- not an item`],
  ['1. not an item', String.raw`1\. not an item`],
  ['two\nlines', 'two lines'],
])('[CHAT-13] %j is quoted as plain text', (text, expected) => {
  expect(escapeMarkdown(text)).toBe(expected);
});

test('[CHAT-13] no quoted text keeps a followable address, an image, a tag or a citation mark', () => {
  const piece = fc.constantFrom(
    '![',
    '](',
    ')',
    '[',
    ']',
    '<',
    '>',
    'img src=',
    'https://',
    'javascript:',
    'www.',
    '[1]',
    'a.b',
    '\\',
    '`',
    '\n',
    ' ',
    'scr',
    'ipt',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const escaped = escapeMarkdown(pieces.join(''));
      expect(escaped).not.toMatch(/https?:\/\/|www\.\S/i);
      expect(escaped.replace(/\\[\\`*_[\]<>~|&]/g, '')).not.toMatch(/[<>[\]]/);
    }),
    { numRuns: 500 },
  );
});
