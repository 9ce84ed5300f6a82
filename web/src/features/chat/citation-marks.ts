/** One or more neighbouring marks: `[1]`, `[1][2]`, `[1] [2]`, `[1, 2]`. */
export const CITATION_RUN = /\[\d{1,3}(?:, ?\d{1,3})*\](?: ?\[\d{1,3}(?:, ?\d{1,3})*\])*/g;

const CITATIONS_AND_SPACE = new RegExp(` ?(?:${CITATION_RUN.source})`, 'g');

/** The numbers of a run of marks, in order. */
export function numbersOfRun(run: string): number[] {
  return Array.from(run.matchAll(/\d+/g), (match) => Number(match[0]));
}

/** The text without its marks, for an answer whose sources nobody will ever know. */
export function withoutMarks(text: string): string {
  return text.replace(CITATIONS_AND_SPACE, '');
}
