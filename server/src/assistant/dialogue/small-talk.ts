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

const ADDRESS = '(?: (?:there|all|everyone|again|bot|buddy|friend|coach|team|assistant|[a-z]+))?';
const PATTERNS: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'greeting',
    new RegExp(
      `^(?:hi+|hello+|hey+|heya|hiya|yo|sup|howdy|greetings|good (?:morning|afternoon|evening|day)|whats up|hi hello)${ADDRESS}(?:,? how are you(?: doing)?(?: today)?)?$`,
    ),
  ],
  ['greeting', /^how are you(?: doing)?(?: today)?$/],
  [
    'thanks',
    /^(?:ok(?:ay)? |great |cool |perfect |nice |awesome |wow )*(?:thanks?|thank (?:you|u)|thx|tysm|ty|much appreciated|appreciate it)(?: (?:you|so much|very much|a lot|a ton|again|for (?:the|your|all your|all the) help|for that|that helps|that helped|[a-z]+))*$|^(?:ok(?:ay)?|cool|great|got it|perfect|nice|awesome|that helps)$/,
  ],
  [
    'farewell',
    /^(?:ok(?:ay)? |thanks |thank you )*(?:bye+|goodbye|see (?:you|ya)(?: later)?|good night|cya|later|have a (?:good|nice|great) (?:day|night|one))(?: [a-z]+)?$/,
  ],
  [
    'identity',
    /^(?:(?:hi|hey|hello) )?(?:who|what) are you(?: exactly)?$|^whats your name$|^(?:are|r) (?:you|u) (?:an? |really )*(?:ai|bot|robot|human|person|real|chat ?gpt|machine|real person|real human)(?: (?:or|person|human).*)?$|^what (?:can|do) you do$|^how do you work$|^who (?:made|built|created) you$|^am i talking to (?:an? )?(?:ai|bot|robot|human|person|real person|real human)$/,
  ],
  ['language', /^(?:hola|buen(?:os|as)|gracias|muchas gracias|adios|adiós)(?: \p{L}+){0,4}$/u],
  [
    'code',
    /[{};]\s*$|=>|\bfunction ?\(|\bconsole\.log\b|<\/?[a-z]+>|\b(?:select \* from|drop table|import (?:java|numpy|react)|def \w+\(|#include|public static void)\b|\b(?:write|debug|fix|explain) (?:\w+ ){0,4}?(?:python|javascript|java|sql|c\+\+|code|script|regex|html)\b/i,
  ],
];

const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{Script=Latin}/gu;
const VOWEL = /[aeiouy]/i;

/** From this count on foreign words make a message foreign, if they are also at least a quarter of it. */
const FOREIGN_WORDS_MIN = 2;

/** Recognises greetings, thanks, questions about the assistant, other languages, code and keyboard noise. */
export function recogniseSmallTalk(text: string, words: Words): SmallTalk | null {
  const plain = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}{};=><().+*/#-]+/gu, ' ')
    .replace(/[.! ]+$/, '')
    .trim();
  const known = PATTERNS.find(([, pattern]) => pattern.test(plain) || pattern.test(text.trim()));
  if (known !== undefined) return known[0];
  if (isForeign(text, words)) return 'language';
  return isNoise(text) ? 'nonsense' : null;
}

function isForeign(text: string, { foreign }: Words): boolean {
  const letters = text.match(LETTER)?.length ?? 0;
  const latin = text.match(LATIN_LETTER)?.length ?? 0;
  if (letters > 0 && latin < letters / 2) return true;
  if (/[¿¡]/.test(text)) return true;
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const count = words.filter((word) => foreign.has(word)).length;
  return count >= FOREIGN_WORDS_MIN && count * 4 >= words.length;
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
