/** English text has about this many characters per token; enough for budgets, not for bills. */
const CHARACTERS_PER_TOKEN = 4;

/** An estimate of a text's tokens, for any model. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
