import { expect, test } from 'vitest';
import { makePassage } from '../testing/make-passage.ts';
import { completeSelection, findDirectAnswer } from './choose-quotes.ts';
import { readTextUnits } from './text-unit.ts';

const LONG = `It lasts ${'a long '.repeat(12)}time in most of the divisions.`;

function find(text: string, heading = 'How long does it last?') {
  return findDirectAnswer(makePassage(text, { heading }), readTextUnits(text));
}

test('[CHAT-13] a section that a question heads answers it at once', () => {
  expect(find(`${LONG} Ask the coach about yours.`)).toEqual([0]);
  expect(find('It depends on the school. Most say two days. Ask them.')).toEqual([0, 1]);
  expect(find('It depends on the school.\nMost say two days.')).toEqual([0]);
});

test('[CHAT-13] other sections, and lists, have no such sentence', () => {
  expect(find(LONG, 'Length of visits')).toEqual([]);
  expect(find('- one day\n- two days')).toEqual([]);
});

const complete = (text: string, chosen: number[], withDisagreement = false) => {
  const units = readTextUnits(text);
  return completeSelection(units, chosen, withDisagreement).map((index) => units[index]?.text);
};

test('[CHAT-13] a sentence that leans on others brings them along, back to the one that stands alone', () => {
  const text =
    'The rule is quite new. It starts in early May. They announced it in June. Nothing else changed here.';
  expect(complete(text, [2])).toEqual([
    'The rule is quite new.',
    'It starts in early May.',
    'They announced it in June.',
  ]);
  expect(complete(text, [3])).toEqual(['Nothing else changed here.']);
});

test('[CHAT-13] a list item or table row brings the whole list and its lead-in', () => {
  expect(complete('Bring these:\n- film\n- grades\nGo home now.', [2])).toEqual([
    'Bring these:',
    'film',
    'grades',
  ]);
  expect(
    complete('They are split like this; check it.\nA: 1 | B: 2\nA: 3 | B: 4', [0]),
  ).toHaveLength(3);
});

test('[CHAT-13] of a long list only the chosen item is quoted, with the lead-in', () => {
  const items = Array.from({ length: 15 }, (_, n) => `- item ${n}`).join('\n');
  expect(complete(`Pick one:\n${items}`, [4])).toEqual(['Pick one:', 'item 3']);
});

test('[CHAT-13] one or two sentences left out in between are quoted, three are not', () => {
  const text =
    'Alpha is number one. Beta is number two. Gamma is number three. Delta is number four. Eta is number five.';
  expect(complete(text, [0, 3])).toHaveLength(4);
  expect(complete(text, [0, 4])).toEqual(['Alpha is number one.', 'Eta is number five.']);
});

test('[CHAT-14] what the passage says about disagreeing sources is quoted too', () => {
  const text =
    'There is no limit now. One visit to a school. Ask the coach about it. Call the office too. Older pages disagree: they say five. Trust the newer rule.';
  expect(complete(text, [0], true)).toEqual([
    'There is no limit now.',
    'Older pages disagree: they say five.',
    'Trust the newer rule.',
  ]);
});
