import type { Answer, ProductNames } from '../answer.ts';
import type { Texts, Words } from '../domain.ts';
import { escapeMarkdown } from '../quote/escape-markdown.ts';

/** A message that needs no source. */
export type SmallTalk =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'identity'
  | 'language'
  | 'code'
  | 'nonsense';

const SPOKEN = ['greeting', 'thanks', 'farewell', 'identity'] as const;
const CODE =
  /[{};]\s*$|=>|\bfunction ?\(|\bconsole\.log\b|<\/?[a-z]+>|\b(?:select \* from|drop table|import (?:java|numpy|react)|def \w+\(|#include|public static void)\b|\b(?:write|debug|fix|explain) (?:\w+ ){0,4}?(?:python|javascript|java|sql|c\+\+|code|script|regex|html)\b/i;

const VOWEL = /[aeiouy]/i;

/**
 * Recognises greetings, thanks and questions about the assistant in each language, code, keyboard noise,
 * and a message in a language in which nothing is answered, which `isForeign` tells.
 */
export function recogniseSmallTalk(
  text: string,
  { words, isForeign }: { words: Words; isForeign: boolean },
): SmallTalk | null {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  for (const { small_talk: said } of words.languages.values()) {
    const spoken = SPOKEN.find((kind) => said[kind].test(plain));
    if (spoken !== undefined) return spoken;
  }
  if (CODE.test(text.trim())) return 'code';
  if (isForeign) return 'language';
  return isNoise(text) ? 'nonsense' : null;
}

/** No word of three letters with a vowel, and no abbreviation with a digit such as D1. */
function isNoise(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return !words.some(
    (word) =>
      (word.length >= 2 && word.length <= 20 && VOWEL.test(word) && !/[^aeiouy]{6,}/i.test(word)) ||
      /^(?:\p{L}\d|\d+|\p{Lu}{2,6})$/u.test(word),
  );
}

/** A civil short reply without sources. */
export function replyToSmallTalk(
  kind: SmallTalk,
  texts: Texts,
  {
    assistantName: assistant,
    productName: product,
    screenName,
  }: ProductNames & { screenName: string },
): Answer {
  const name = escapeMarkdown(screenName);
  const replies: Record<SmallTalk, () => string> = {
    greeting: () => texts.greeting(name, { assistant }),
    thanks: () => texts.thanks(name, {}),
    farewell: () => texts.farewell(name, {}),
    identity: () => texts.identity({ assistant, product }),
    language: () => texts.language,
    code: () => texts.code,
    nonsense: () => texts.nonsense,
  };
  return { kind: 'small_talk', text: replies[kind](), sources: [], matches: [] };
}
