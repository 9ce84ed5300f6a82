import { expect, test } from 'vitest';
import { makePassage } from '../testing/make-passage.ts';
import { findDirectAnswer } from './find-direct-answer.ts';
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
