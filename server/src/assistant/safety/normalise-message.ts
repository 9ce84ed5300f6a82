/** Longest part of a message that is read, in UTF-16 units; keeps every pattern's cost bounded. */
const MESSAGE_MAX_LENGTH = 2_000;

/**
 * The form in which a message is screened: lower case, no accents, no apostrophes (`don’t` is `dont`), letters drawn
 * out (`sooooo`) shortened, single spaces. Sentence marks stay.
 */
export function normaliseMessage(text: string): string {
  return text
    .slice(0, MESSAGE_MAX_LENGTH)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/([a-z])\1{2,}\b/g, '$1')
    .replace(/([a-z])\1{2,}/g, '$1$1')
    .replace(/[^\p{L}\p{N}.,!?;:$%/&()-]+/gu, ' ')
    .trim();
}
