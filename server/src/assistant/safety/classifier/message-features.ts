import { normaliseMessage } from '../normalise-message.ts';

/** Places that words and runs of letters are counted in, by their hash. */
export const BUCKETS = 2 ** 15;

/** Letters of a run, blanks between words included, and words of a phrase. */
const RUN_LENGTHS = [3, 4, 5];
const PHRASE_LENGTHS = [1, 2, 3];
const TOKEN = /\p{L}+|\d+(?:\.\d+)?/gu;
/** Larger numbers than ages of children and counts are read by their digits' number alone. */
const NUMBER_MAX = 12;

/** The words of a message in any language, as they are compared. */
export function listWords(message: string): string[] {
  return (normaliseMessage(message).match(TOKEN) ?? []).map(readToken);
}

/**
 * What a message is made of, by places below `BUCKETS`, and how much each weighs: its words, short phrases and runs
 * of letters. Runs find misspelt words; each kind has the length 1 in all.
 */
export function weighFeatures(tokens: readonly string[]): Map<number, number> {
  const text = ` ${tokens.join(' ')} `;
  const phrases = PHRASE_LENGTHS.flatMap((length) =>
    listWindows(tokens, length).map((words) => `=${words.join(' ')}`),
  );
  const runs = RUN_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, text.length - length + 1) }, (_, start) =>
      text.slice(start, start + length),
    ),
  );
  const found = new Map<number, number>();
  for (const kind of [new Set(phrases), new Set(runs)]) {
    const weight = 1 / Math.sqrt(kind.size || 1);
    for (const feature of kind) {
      const place = hash(feature) % BUCKETS;
      found.set(place, (found.get(place) ?? 0) + weight);
    }
  }
  return found;
}

function readToken(token: string): string {
  const isSmall = !token.includes('.') && Number(token) <= NUMBER_MAX;
  return /^\d/.test(token) && !isSmall ? token.replaceAll(/\d/g, '#') : token;
}

function listWindows(tokens: readonly string[], length: number): string[][] {
  return Array.from({ length: Math.max(0, tokens.length - length + 1) }, (_, start) =>
    tokens.slice(start, start + length),
  );
}

/** FNV-1a of the UTF-16 units, with the bits mixed once more. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return Math.imul(value ^ (value >>> 15), 0x85ebca6b) >>> 0;
}
