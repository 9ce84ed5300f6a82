import type { PassageHit } from '../knowledge/search/passage.ts';

const SUGGESTIONS_MAX = 3;
/** What is farther from the question than both is another topic. Found by measurement. */
const COSINE_MIN = 0.4;
const COVERAGE_MIN = 0.3;
const QUESTION = /\?\s*$/;

/**
 * Questions near the asked one that the sources answer: headings of found passages that are questions,
 * best first, without those of `quoted` passages, whose answers stand there already.
 */
export function suggestQuestions(
  hits: readonly PassageHit[],
  { quoted }: { quoted: ReadonlySet<number> },
): string[] {
  const headingOf = ({ passage }: PassageHit) => passage.headingPath.at(-1) ?? '';
  const answered = new Set(hits.filter(({ passage }) => quoted.has(passage.id)).map(headingOf));
  const near = hits
    .filter(({ cosine, coverage }) => (cosine ?? 0) >= COSINE_MIN || coverage >= COVERAGE_MIN)
    .map(headingOf)
    .filter((heading) => QUESTION.test(heading) && !answered.has(heading));
  return [...new Set(near)].slice(0, SUGGESTIONS_MAX);
}
