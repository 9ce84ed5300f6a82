import type { Domain } from '../domain.ts';

/** What may be two questions in one, divided. */
export interface Division {
  halves: readonly [string, string];
  /** Whether each half begins by asking; otherwise only what they find can tell that they are two questions. */
  asksTwice: boolean;
}

/** Divisions that are tried: each costs three searches. */
const DIVISIONS_MAX = 2;
/** A shorter half is a part of one question: `cost and aid`. */
const HALF_MIN_WORDS = 3;

/** How a question may be divided at a word that joins or a question mark, the surest first; mostly not at all. */
export function divideQuestion(
  question: string,
  { language, words }: Pick<Domain, 'language' | 'words'>,
): Division[] {
  const said = words.languages.get(language)?.questions;
  if (said === undefined) return [];
  const asking = String.raw`¿?(?:${said.asks.join('|')})\b`;
  const opens = new RegExp(`^${asking}`, 'i');
  const holds = new RegExp(String.raw`(?:^|[.,;:!?]\s+)${asking}`, 'i');
  const between = new RegExp(String.raw`[?,]?\s+(?:${said.joins.join('|')}|[+&])\s+|\?\s+`, 'gi');
  const plain = withoutAccents(question);
  const divisions = Array.from(plain.matchAll(between), ({ 0: gap, index }): Division => {
    const end = index + gap.length;
    const asksTwice = holds.test(plain.slice(0, index)) && opens.test(plain.slice(end));
    return { halves: [question.slice(0, index), question.slice(end)], asksTwice };
  });
  return divisions
    .filter(({ halves, asksTwice }) => asksTwice || halves.every(isLong))
    .toSorted((a, b) => Number(b.asksTwice) - Number(a.asksTwice))
    .slice(0, DIVISIONS_MAX);
}

function isLong(half: string): boolean {
  return half.trim().split(/\s+/).length >= HALF_MIN_WORDS;
}

/** The same count of UTF-16 units, so that positions hold for the text as it was written. */
function withoutAccents(text: string): string {
  return text.replaceAll(/\p{Lu}|\p{Ll}/gu, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return plain.length === letter.length ? plain : letter;
  });
}
