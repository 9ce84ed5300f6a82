import { CHAT_INPUT_MAX_LENGTH } from '@pathway/contract/limits';

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * At most 500 UTF-16 units of the text; a character of two units is kept whole or left out, also
 * when a browser's own limit has cut it in half.
 */
export function cutDraft(text: string): string {
  const splitsPair = isHighSurrogate(text.charCodeAt(CHAT_INPUT_MAX_LENGTH - 1));
  return text.slice(0, splitsPair ? CHAT_INPUT_MAX_LENGTH - 1 : CHAT_INPUT_MAX_LENGTH);
}
