import type { Domain } from '../domain.ts';

/**
 * The two halves of a question that asks two things: each begins by asking, and a word that joins or a question
 * mark stands between them. Empty for any other.
 */
export function splitQuestion(
  question: string,
  { language, words }: Pick<Domain, 'language' | 'words'>,
): readonly [string, string] | readonly [] {
  const said = words.languages.get(language)?.questions;
  if (said === undefined) return [];
  const asking = String.raw`¿?(?:${said.asks.join('|')})\b`;
  const opens = new RegExp(`^${asking}`, 'i');
  const holds = new RegExp(String.raw`(?:^|[.,;:!?]\s+)${asking}`, 'i');
  const between = new RegExp(String.raw`\?\s+|,?\s+(?:${said.joins.join('|')})\s+`, 'gi');
  const plain = withoutAccents(question);
  for (const { 0: gap, index } of plain.matchAll(between)) {
    const [first, second] = [plain.slice(0, index), plain.slice(index + gap.length)];
    if (holds.test(first) && opens.test(second)) {
      return [question.slice(0, index), question.slice(index + gap.length)];
    }
  }
  return [];
}

/** The same count of UTF-16 units, so that positions hold for the text as it was written. */
function withoutAccents(text: string): string {
  return text.replaceAll(/\p{Lu}|\p{Ll}/gu, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return plain.length === letter.length ? plain : letter;
  });
}
