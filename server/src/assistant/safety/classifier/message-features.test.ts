import { expect, test } from 'vitest';
import { FILTERS, readSignals, WINDOW } from './message-features.ts';

/** What a word adds to the first filter where it stands first, second and third. */
function respond(...numbers: readonly number[]): Float32Array {
  const response = new Float32Array(WINDOW * FILTERS);
  for (const [place, number] of numbers.entries()) response[place * FILTERS] = number;
  return response;
}

const responses = new Map([
  ['', respond(0.5)],
  ['lone', respond(1.5, -1, 1)],
  ['wolf', respond(2.5, -2, 2)],
]);
const read = (words: readonly string[]) => readSignals(responses, words)[0];

test('[CHAT-14] a filter counts where three words fit it best, however long the message', () => {
  const phrase = ['lone', 'and', 'wolf'];
  expect(read(phrase)).toBe(3.5);
  expect(read([...Array<string>(20).fill('so'), ...phrase])).toBe(3.5);
  expect(read(['wolf'])).toBe(2.5);
});

test('[CHAT-14] below nothing is nothing, also in a message without words', () => {
  expect(readSignals(new Map([['', respond(-1)]]), ['so', 'what'])[0]).toBe(0);
  expect(readSignals(responses, [])).toEqual(Array(FILTERS).fill(0));
});
