import type { ExtractedBlock } from '../extracted-document.ts';
import {
  EXTRACTION_REASONS,
  EXTRACTION_WARNINGS,
  ExtractionFailure,
} from '../extraction-result.ts';
import { loadKnownTerms } from './load-known-terms.ts';
import { measureText } from './measure-text.ts';

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

/**
 * Decides whether what was read is text: by its share of letters, of dictionary words and of
 * characters without meaning.
 *
 * @returns what an administrator should know about a text that is usable but strange.
 * @throws ExtractionFailure `empty`, `too much text` or `text unreadable`.
 */
export function judgeText(
  blocks: readonly Pick<ExtractedBlock, 'text'>[],
  maxCharacters: number,
): string | undefined {
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > maxCharacters) throw new ExtractionFailure(EXTRACTION_REASONS.tooMuchText);
  const text = measureText(blocks, loadKnownTerms());
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
