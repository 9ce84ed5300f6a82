import { toTerms } from '../../../knowledge/words/to-terms.ts';
import type { NumberedPassage } from '../prompt/number-passages.ts';

/** Share of a sentence's words that the cited passages hold, at least. Paraphrases stay above it. */
const SHARED_WORDS_MIN = 0.4;
const DIVISION = /\bdivision (i{1,3})\b/g;
const THOUSANDS = /,(?=\d{3})/g;
const STRONG_STEM_LENGTH = 7;
const FIGURE = /(?<![\w.])\d+(?:[.,:]\d+)*/g;
/** Words that turn advice into a promise: the passage must use them too. */
const STRONG_WORDS =
  /\b(guarantee|never|always|unlimited|free|banned|illegal|automatic|every|everyone|impossible)\w*\b/gi;
const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
/** At the same places; `first` and `second` are ordinary words. */
const ORDINAL_WORDS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );

/** What a sentence may lean on besides the passages that it cites. */
export interface Support {
  cited: readonly NumberedPassage[];
  /** Figures of the person's own question may be repeated. */
  question: string;
  /** An answer in another language shares figures with its passages, not words. */
  isForeign: boolean;
}

/**
 * Whether the cited passages stand behind a sentence: every figure and every promising word occurs in
 * them, and most of its words. It cannot tell a rule from its opposite in the same words.
 */
export function isSupported(sentence: string, { cited, question, isForeign }: Support): boolean {
  const evidence = cited.map(describe).join('\n');
  const known = readFigures(`${evidence}\n${question}`, [...NUMBER_WORDS, ...ORDINAL_WORDS]);
  const stated = readFigures(sentence, NUMBER_WORDS);
  if (!stated.isSubsetOf(known)) return false;
  if (isForeign) return true;
  const strong = sentence.match(STRONG_WORDS) ?? [];
  const plain = evidence.toLowerCase();
  if (!strong.every((word) => plain.includes(stemOfStrong(word)))) return false;
  return measureSharedWords(sentence, evidence) >= SHARED_WORDS_MIN;
}

/** Share of a text's terms, each once, that another text holds; 1 for a text without terms. */
export function measureSharedWords(text: string, other: string): number {
  const own = new Set(toTerms(text));
  if (own.size === 0) return 1;
  const theirs = new Set(toTerms(other));
  return own.intersection(theirs).size / own.size;
}

function describe({ passage, text }: NumberedPassage): string {
  const { source, headingPath } = passage;
  return [source.title, ...headingPath, source.authority ?? '', source.asOf ?? '', text].join('\n');
}

/** Figures in one form: `20,000` and `20000`, `16` and `sixteen`, `Division II` and `Division 2`. */
function readFigures(text: string, spelled: readonly string[]): Set<string> {
  const lower = text
    .toLowerCase()
    .replaceAll(DIVISION, (_all, numeral: string) => `division ${numeral.length}`);
  const figures = (lower.match(FIGURE) ?? []).map(toPlainFigure);
  const words = (lower.match(/\p{L}+/gu) ?? []).flatMap((word) => {
    const value = spelled.indexOf(word) % NUMBER_WORDS.length;
    return value > 1 ? [String(value)] : [];
  });
  return new Set([...figures, ...words]);
}

function toPlainFigure(figure: string): string {
  const plain = figure.replaceAll(THOUSANDS, '');
  const value = Number(plain);
  return Number.isNaN(value) ? plain : String(value);
}

function stemOfStrong(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?:one|ally|d|s|ed|ly)$/, '')
    .slice(0, STRONG_STEM_LENGTH);
}
