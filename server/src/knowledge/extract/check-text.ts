import type { ExtractedDocument } from './extracted-document.ts';
import { EXTRACTION_REASONS, ExtractionFailure } from './extraction-result.ts';

/** Private use, unassigned, control and replacement characters: what a font without a map leaves. */
const UNREADABLE = /[\p{Co}\p{Cn}\uFFFD]|(?![\t\n\r])\p{Cc}/gu;
const MAX_UNREADABLE_SHARE = 0.2;

/** Refuses a document without words, with too many, or whose characters mean nothing. @throws ExtractionFailure */
export function checkText(document: ExtractedDocument, maxCharacters: number): void {
  let characters = 0;
  let unreadable = 0;
  let hasWords = false;
  for (const { text } of document.blocks) {
    characters += text.length;
    unreadable += text.match(UNREADABLE)?.length ?? 0;
    hasWords ||= /[\p{L}\p{N}]/u.test(text);
  }
  if (characters > maxCharacters) throw new ExtractionFailure(EXTRACTION_REASONS.tooMuchText);
  if (unreadable > characters * MAX_UNREADABLE_SHARE) {
    throw new ExtractionFailure(EXTRACTION_REASONS.unreadable);
  }
  if (!hasWords) throw new ExtractionFailure(EXTRACTION_REASONS.empty);
}
