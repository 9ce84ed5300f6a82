import { toTerms } from '../../knowledge/words/to-terms.ts';

const DIVISION_NUMBERS: Record<string, string> = {
  i: 'd1',
  ii: 'd2',
  iii: 'd3',
  '1': 'd1',
  '2': 'd2',
  '3': 'd3',
};

/** Terms of a text for comparing it with a question; `Division II` and `D2` count as each other. */
export function toMatchTerms(text: string): Set<string> {
  const terms = new Set(toTerms(text));
  for (const [, number = ''] of text.matchAll(/\bdiv(?:ision|\.)? (i{1,3}|[123])\b/gi)) {
    const short = DIVISION_NUMBERS[number.toLowerCase()];
    if (short !== undefined) terms.add(short);
  }
  if (['d1', 'd2', 'd3'].some((division) => terms.has(division))) terms.add('divis');
  return terms;
}
