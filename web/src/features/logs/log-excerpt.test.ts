import { expect, test } from 'vitest';
import { citesSources } from '@pathway/contract/log-digest';
import { excerptOf } from './log-excerpt.ts';

test.each([
  [
    'Sky, this may help.\n\n**Core courses** You need \\*16\\*. Ten before year 4. [1]\n\nMore [2].',
    'Core courses You need *16*. Ten before year 4.\n\nMore.',
  ],
  ['Hello.\n\n- One\n- Two [1, 2]', 'One\nTwo'],
  ['Hello.\n\n| Year | Do |\n| --- | --- |\n| 9 | Plan [1] |', 'Year | Do\n9 | Plan'],
  ['> Quoted. [1]', 'Quoted.'],
  ['# Nothing is\n\ncited', 'Nothing is\n\ncited'],
  ['[1]', '[1]'],
  ['=1+1 <script>alert(1)</script>', '=1+1 <script>alert(1)</script>'],
])('[LOG-06] of %j a row shows %j', (answer, shown) => {
  expect(excerptOf(answer)).toBe(shown);
});

test('[LOG-06] an answer cites where it has a mark', () => {
  expect(['Yes. [12]', 'No. [see below]'].map(citesSources)).toEqual([true, false]);
});
