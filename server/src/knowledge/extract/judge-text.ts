import type { TextBlock } from '../split/split-document.ts';
import { EXTRACTION_REASONS, EXTRACTION_WARNINGS, ExtractionFailure } from './extraction-result.ts';
import { isKnownWord } from '../words/known-words.ts';

/** Above this share of characters that mean nothing a text is no text. */
const MAX_UNREADABLE_SHARE = 0.2;
/** Above this share of them it has holes. */
const MAX_HOLES_SHARE = 0.005;
/** Below this share of letters and digits, among what is no space, a text is a font's codes. */
const MIN_LETTER_SHARE = 0.4;
/** Texts with fewer words of the Latin script say too little about the language they are in. */
const MIN_WORDS_TO_JUDGE = 40;
/** English has over .9, other languages .1 to .3; below, a text without vowels either is scrambled. */
const MIN_KNOWN_SHARE = 0.5;
const MAX_SCRAMBLED_KNOWN_SHARE = 0.1;
const MIN_VOWEL_SHARE = 0.6;

/** Private use, unassigned, control and replacement characters: what a font without a map leaves. */
const UNREADABLE = /(?:[\p{Co}\p{Cn}\uFFFD]|(?![\t\n\r])\p{Cc})+/gu;
const LETTER = /[\p{L}\p{M}\p{N}]+/gu;
const VISIBLE = /\S+/gu;
const LATIN_WORD = /(?<![\p{L}\p{N}])\p{Script=Latin}{3,}(?![\p{L}\p{N}])/gu;
const VOWEL = /[aeiouy]/;
/** Words that are looked at; more would say the same. */
const MAX_WORDS = 20_000;
const MAX_CHARACTERS = 200_000;

/**
 * Decides whether what was read is text: by its share of letters, of dictionary words and of
 * characters without meaning.
 *
 * @returns what an administrator should know about a text that is usable but strange.
 * @throws ExtractionFailure `empty`, `too much text` or `text unreadable`.
 */
export function judgeText(
  blocks: readonly Pick<TextBlock, 'text'>[],
  maxCharacters: number,
): string | undefined {
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > maxCharacters) throw new ExtractionFailure(EXTRACTION_REASONS.tooMuchText);
  const text = measureText(blocks);
  const holes = text.unreadable / (characters || 1);
  if (holes > MAX_UNREADABLE_SHARE) throw new ExtractionFailure(EXTRACTION_REASONS.unreadable);
  if (text.letters === 0) throw new ExtractionFailure(EXTRACTION_REASONS.empty);
  if (text.letters / text.visible < MIN_LETTER_SHARE) {
    throw new ExtractionFailure(EXTRACTION_REASONS.unreadable);
  }
  if (text.words >= MIN_WORDS_TO_JUDGE) {
    const known = text.knownWords / text.words;
    if (known < MAX_SCRAMBLED_KNOWN_SHARE && text.vowelWords / text.words < MIN_VOWEL_SHARE) {
      throw new ExtractionFailure(EXTRACTION_REASONS.unreadable);
    }
    if (known < MIN_KNOWN_SHARE) return EXTRACTION_WARNINGS.unknownWords;
  }
  return holes > MAX_HOLES_SHARE ? EXTRACTION_WARNINGS.holes : undefined;
}

/** Counts characters, and words of the Latin script with three letters or more: all, known, with a vowel. */
function measureText(blocks: readonly { text: string }[]) {
  const measured = {
    visible: 0,
    letters: 0,
    unreadable: 0,
    words: 0,
    knownWords: 0,
    vowelWords: 0,
  };
  for (const { text } of blocks) {
    measured.visible += count(text, VISIBLE);
    measured.letters += count(text, LETTER);
    measured.unreadable += count(text, UNREADABLE);
    if (measured.words >= MAX_WORDS) continue;
    for (const [found] of text.slice(0, MAX_CHARACTERS).matchAll(LATIN_WORD)) {
      const word = found.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
      measured.words++;
      if (isKnownWord(word)) measured.knownWords++;
      if (VOWEL.test(word)) measured.vowelWords++;
    }
  }
  return measured;
}

/** Characters that the pattern matches, without an array of millions of them. */
function count(text: string, pattern: RegExp): number {
  return text.length - text.replace(pattern, '').length;
}
