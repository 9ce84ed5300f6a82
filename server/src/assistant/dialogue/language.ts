import { tokenize } from '../../knowledge/words/tokenize.ts';
import type { Question } from '../answer.ts';
import type { Words } from '../domain.ts';
import { listQuestions } from './follow-up.ts';

/** What a common word tells that names hold, too. */
const IN_NAME = 0.5;
/** Common words that make a message one of a language in which nothing is answered, and their share of it. */
const FOREIGN_WORDS_MIN = 2;
const FOREIGN_SHARE_MIN = 0.25;

const LETTER = /\p{L}/gu;
const LATIN_LETTER = /\p{Script=Latin}/gu;
/** The code of a language that nobody has told. */
const UNDETERMINED = 'und';

/**
 * The language in which most common words of a message are, as a code of `words.yaml`: `en`, `es`, or one
 * in which nothing is answered; `und` in another script; null where nothing tells.
 */
export function detectLanguage(text: string, { languages, foreign }: Words): string | null {
  const letters = text.match(LETTER)?.length ?? 0;
  const latin = text.match(LATIN_LETTER)?.length ?? 0;
  if (latin < letters / 2) return UNDETERMINED;
  for (const [language, { marks }] of languages) {
    if ([...marks].some((mark) => text.includes(mark))) return language;
  }
  const words = tokenize(text);
  const count = (common: ReadonlySet<string>) => words.filter((word) => common.has(word)).length;
  const [best, next] = [...languages]
    .map(([language, { common, in_names: inNames, letters: own }]) => {
      const all = count(common) + (own === undefined ? 0 : (text.match(own)?.length ?? 0));
      return { language, count: all, told: all - count(inNames) * (1 - IN_NAME) };
    })
    .toSorted((a, b) => b.told - a.told);
  const [other] = [...foreign]
    .map(([language, common]) => ({ language, count: count(common) }))
    .toSorted((a, b) => b.count - a.count);
  const isForeign =
    other !== undefined &&
    other.count > (best?.count ?? 0) &&
    other.count >= Math.max(FOREIGN_WORDS_MIN, words.length * FOREIGN_SHARE_MIN);
  if (isForeign) return other.language;
  return best !== undefined && best.told >= 1 && best.told > (next?.told ?? 0)
    ? best.language
    : null;
}

/**
 * The language to answer in: the message's own; where it tells none, that of the asker's last message
 * which did; else the default. `isForeign` when the message is in a language in which nothing is answered;
 * the default serves it.
 */
export function chooseLanguage(
  { text, history }: Pick<Question, 'text' | 'history'>,
  words: Words,
): { language: string; isForeign: boolean } {
  const own = detectLanguage(text, words);
  const isKnown = (language: string | null) => language !== null && words.languages.has(language);
  const before = listQuestions({ history }).map((earlier) => detectLanguage(earlier, words));
  const [first = ''] = words.languages.keys();
  const isForeign = own !== null && !isKnown(own);
  return { language: isForeign ? first : (own ?? before.findLast(isKnown) ?? first), isForeign };
}
