import { expect, test } from 'vitest';
import { loadRankingWeights } from '../../knowledge/search/ranking-weights.ts';
import { makePassage } from '../testing/make-passage.ts';
import { chooseQuotes } from './choose-quotes.ts';
import { countWords, readTextUnits } from './text-unit.ts';

const { composing } = loadRankingWeights();
const WORDS_OF_SENTENCE = 15;

/** A section of sentences of 15 words, and the scores of its pieces. */
function sentences(count: number, opening: (index: number) => string = () => 'Coaches'): string {
  return Array.from(
    { length: count },
    (_, index) => `${opening(index)} ${`w${index} `.repeat(WORDS_OF_SENTENCE - 1).trim()}.`,
  ).join(' ');
}

/** Texts of the quoted pieces, of which each is scored as given, or .1. */
function quote(
  text: string,
  scores: Record<number, number>,
  { heading = 'How long does it last?', room }: { heading?: string; room?: number } = {},
): string[] {
  const passage = makePassage(text, { heading });
  const pieces = readTextUnits(text).map((unit, index) => ({
    passage,
    unit,
    score: scores[index] ?? 0.1,
  }));
  const bounds = room === undefined ? composing : { enoughWords: room, maxWords: room };
  return chooseQuotes(pieces, composing, bounds).flatMap(({ units }) =>
    units.map((unit) => unit.text),
  );
}

/** The numbers that the quoted sentences hold. */
const numbersOf = (texts: readonly string[]) => texts.map((text) => /w(\d+)/.exec(text)?.[1]);

test('[CHAT-13] a short section whose best sentences come first is quoted as it stands', () => {
  expect(numbersOf(quote(sentences(6), { 0: 1, 1: 0.9 }))).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(numbersOf(quote(sentences(6), { 0: 1, 4: 0.3 }))).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(numbersOf(quote(sentences(6), { 0: 1 }))).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(numbersOf(quote(sentences(6), { 1: 1 }))).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('[CHAT-13] the best sentence of a section comes first, with another that is about as good, then the others as they stand', () => {
  expect(numbersOf(quote(sentences(6), { 0: 1, 4: 0.9 }))).toEqual(['0', '4', '1', '2', '3', '5']);
  expect(numbersOf(quote(sentences(6), { 3: 1, 1: 0.9 }))).toEqual(['3', '1', '0', '2', '4', '5']);
  expect(numbersOf(quote(sentences(6), { 3: 1 }))).toEqual(['3', '0', '1', '2', '4', '5']);
});

test('[CHAT-13] of a long section what is rated next is quoted, of pieces alike what follows the best', () => {
  expect(numbersOf(quote(sentences(12), { 5: 1 }))).toEqual(['5', '6', '7', '8', '9']);
  expect(numbersOf(quote(sentences(12), { 5: 1, 2: 0.3, 10: 0.2 }))).toEqual([
    '2',
    '5',
    '6',
    '7',
    '10',
  ]);
});

test('[CHAT-13] whichever sentence is the best, it is among the first two, and 100 words are never exceeded', () => {
  for (let length = 1; length <= 14; length++) {
    for (let best = 0; best < length; best++) {
      const texts = quote(sentences(length), { [best]: 1 });
      expect(numbersOf(texts.slice(0, 2))).toContain(String(best));
      expect(countWords(texts.join(' '))).toBeLessThanOrEqual(100);
    }
  }
});

test('[CHAT-13] the room is what is given', () => {
  expect(numbersOf(quote(sentences(12), { 5: 1 }, { room: 30 }))).toEqual(['5', '6']);
  expect(numbersOf(quote(sentences(12), { 5: 1 }, { room: 15 }))).toEqual(['5']);
});

test('[CHAT-13] a sentence that leans on the one before brings it along', () => {
  const leaning = (index: number) => (index === 5 ? 'They' : 'Coaches');
  expect(numbersOf(quote(sentences(12, leaning), { 5: 1 }, { heading: 'Visits' }))).toEqual([
    '4',
    '5',
    '6',
    '7',
    '8',
  ]);
});

test('[CHAT-13] what leans on a sentence that is not quoted is left out', () => {
  const leaning = (index: number) => (index === 5 ? 'It' : 'Coaches');
  const texts = quote(sentences(6, leaning), { 2: 1 }, { room: 75 });
  expect(numbersOf(texts)).toEqual(['0', '2', '3', '4', '5']);
  const scores = { 0: 1, 5: 0.5 };
  expect(numbersOf(quote(sentences(12, leaning), scores, { room: 45 }))).toEqual(['0', '4', '5']);
  expect(numbersOf(quote(sentences(12, leaning), scores, { room: 30 }))).toEqual(['0', '1']);
});

const LIST = 'Bring these:\n- film\n- grades\n- papers\n- shoes\nGo home now.';

test('[CHAT-13] of a list the one item that is asked for is quoted, with what leads it in', () => {
  expect(quote(`${sentences(6)}\n${LIST}`, { 8: 2 }, { heading: 'Camps', room: 6 })).toEqual([
    'Bring these:',
    'grades',
    'Go home now.',
  ]);
});

test('[CHAT-13] the item that answers best stands first in its list, unless that is numbered', () => {
  const quoteAll = (text: string, scores: Record<number, number>) =>
    quote(text, scores, { heading: 'Camps' });
  expect(quoteAll(LIST, { 3: 2 })).toEqual([
    'Bring these:',
    'papers',
    'film',
    'grades',
    'shoes',
    'Go home now.',
  ]);
  expect(quoteAll(LIST, { 2: 2, 3: 2 }).at(1)).toBe('grades');
  expect(quoteAll('Do this:\n1. write\n2. call\n3. wait', { 3: 2 }).at(1)).toBe('write');
});

test('[CHAT-13] a list whose items are all about as good is quoted whole', () => {
  const all = { 7: 2, 8: 2, 9: 1.9, 10: 2 };
  expect(quote(`${sentences(6)}\n${LIST}`, all, { heading: 'Camps', room: 6 })).toEqual([
    'Bring these:',
    'film',
    'grades',
    'papers',
    'shoes',
  ]);
});

test('[CHAT-13] a sentence that leads in a list or table brings it, ten items at most', () => {
  const items = Array.from({ length: 15 }, (_, index) => `- item ${index}`).join('\n');
  const scores = { 0: 2, 15: 1 };
  const long = quote(`Pick one of the following.\n${items}`, scores, { heading: 'x', room: 20 });
  expect(long).toHaveLength(11);
  expect(long).toContain('item 14');
  expect(quote('Limits by sport.\nA: 1 | B: 2\nA: 3 | B: 4', { 0: 2 }, { room: 5 })).toHaveLength(
    3,
  );
});

test('[CHAT-13] a section without a sentence to quote gives none', () => {
  expect(chooseQuotes([])).toEqual([]);
});
