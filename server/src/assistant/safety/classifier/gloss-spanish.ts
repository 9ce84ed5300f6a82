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
  const english = new Map(lines.map((line) => line.split(/ (.*)/) as [string, string]));
  const translate = (word: string, length = word.length): string =>
    english.get(word.slice(0, length)) ?? (length > STEM_MIN ? translate(word, length - 1) : word);
  return (text) => normaliseMessage(text).replaceAll(WORD, (word) => translate(word));
}
