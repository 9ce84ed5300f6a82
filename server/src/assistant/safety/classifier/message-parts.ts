import { splitSentences } from '../../../knowledge/split/split-sentences.ts';

/** Parts that are classified one by one, in a message of 500 characters. */
const PARTS_MAX = 8;
/** Words of a part within a sentence. Shorter ones lose the sport or school that makes them harmless. */
const WORDS_MIN = 7;
const BREAK = /[,;:]\s+|\s(?=(?:also|but|btw|anyways?|plus|además|pero|también)\s)/i;

/**
 * The sentences of a message, and of long ones the parts between commas; nothing when the message is
 * one part. Beside a question about college, one sentence of despair hardly moves the vector of the whole.
 */
export function listParts(message: string): string[] {
  const parts = splitSentences(message).flatMap(({ text }) => splitSentence(text));
  return parts.length > 1 ? parts.slice(0, PARTS_MAX) : [];
}

/** A part with few words belongs to the one before. */
function splitSentence(sentence: string): string[] {
  const parts: string[] = [];
  for (const piece of sentence.split(BREAK)) {
    const isShort = piece.split(/\s+/).length < WORDS_MIN;
    const last = parts.pop();
    if (last !== undefined) parts.push(...(isShort ? [`${last}, ${piece}`] : [last, piece]));
    else parts.push(piece);
  }
  return parts;
}
