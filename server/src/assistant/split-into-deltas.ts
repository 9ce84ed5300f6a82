/** Words of one piece; about what a model sends at once. */
const WORDS_PER_DELTA = 4;

/** A text in pieces of a few words each; joined they are the text again, character by character. */
export function splitIntoDeltas(text: string): string[] {
  const words = text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? [];
  const deltas: string[] = [];
  for (let start = 0; start < words.length; start += WORDS_PER_DELTA) {
    deltas.push(words.slice(start, start + WORDS_PER_DELTA).join(''));
  }
  return deltas;
}
