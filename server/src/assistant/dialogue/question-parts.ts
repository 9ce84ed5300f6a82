import type { Words } from '../domain.ts';

/**
 * The two halves of a question that asks two things: each begins by asking, and a word that joins or a question
 * mark stands between them. Empty for any other.
 */
export function splitQuestion(
  question: string,
  { joins, asks }: Pick<Words, 'joins' | 'asks'>,
): readonly [string, string] | readonly [] {
  const asking = String.raw`(?:${asks.join('|')})\b`;
  const opens = new RegExp(`^${asking}`, 'i');
  const holds = new RegExp(String.raw`(?:^|[.,;:!?]\s+)${asking}`, 'i');
  const between = new RegExp(String.raw`\?\s+|,?\s+(?:${joins.join('|')})\s+`, 'gi');
  for (const { 0: gap, index } of question.matchAll(between)) {
    const halves = [question.slice(0, index), question.slice(index + gap.length)] as const;
    if (holds.test(halves[0]) && opens.test(halves[1])) return halves;
  }
  return [];
}
