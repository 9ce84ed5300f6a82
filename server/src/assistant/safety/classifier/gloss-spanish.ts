import { readResourceLines, resourceFile } from '../../../platform/read-resource-lines.ts';
import { normaliseMessage } from '../normalise-message.ts';

/** Letters that a beginning of a word must have at least to stand for the whole word. */
const STEM_MIN = 3;
/** With its digits, so that the d of “D1” is no word. */
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Puts Spanish into English word by word, by the longest beginning of each word that `spanish-words.txt` lists. No
 * translation for a reader: it lets an encoder that knows English alone tell what a message is about.
 *
 * @throws StartupError when the list is broken.
 */
export function createSpanishGlossary(): (text: string) => string {
  const lines = readResourceLines(resourceFile('spanish-words.txt'), /^[a-z]+ \S.*$/);
  const english = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
  const translate = (word: string) => {
    for (let length = word.length; length > 0; length--) {
      const found = english.get(word.slice(0, length));
      if (found !== undefined && (length === word.length || length >= STEM_MIN)) return found;
    }
    return word;
  };
  return (text) => normaliseMessage(text).replaceAll(WORD, translate);
}
