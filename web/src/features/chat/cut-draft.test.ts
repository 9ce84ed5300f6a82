import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { cutDraft } from './cut-draft.ts';

test('[CHAT-05] a 501st character is cut', () => {
  expect(cutDraft('x'.repeat(501))).toBe('x'.repeat(500));
  expect(cutDraft('x'.repeat(500))).toBe('x'.repeat(500));
});

test('[CHAT-05] a character of two units is kept whole or left out', () => {
  expect(cutDraft(`${'x'.repeat(499)}🏈`)).toBe('x'.repeat(499));
  expect(cutDraft(`${'x'.repeat(498)}🏈y`)).toBe(`${'x'.repeat(498)}🏈`);
});

test('[CHAT-05] whatever is typed, the cut is a well-formed beginning of at most 500 units', () => {
  const around = array(constantFrom('x', 'é', '🏈', '👩‍🎓', '\n'), {
    minLength: 250,
    maxLength: 600,
  });
  assert(
    property(around, (characters) => {
      const text = characters.join('');
      const cut = cutDraft(text);
      return (
        text.startsWith(cut) &&
        cut.isWellFormed() &&
        cut.length <= 500 &&
        cut.length >= Math.min(text.length, 499)
      );
    }),
    // Shrinking text this long takes minutes and tells nothing more.
    { endOnFailure: true },
  );
});
