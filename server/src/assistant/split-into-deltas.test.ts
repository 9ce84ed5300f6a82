import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitIntoDeltas } from './split-into-deltas.ts';

test('[CHAT-12] a text comes in pieces of a few words', () => {
  expect(splitIntoDeltas('one two three four five\n\n- six')).toEqual([
    'one two three four',
    ' five\n\n- six',
  ]);
});

test('[CHAT-12] joined pieces are the text, character by character', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(splitIntoDeltas(text).join('')).toBe(text);
    }),
  );
});
