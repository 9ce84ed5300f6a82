import type { Source } from '@pathway/contract/chat';
import { CITATION_RUN, numbersOfRun } from './citation-marks.ts';

export interface CitedSource {
  readonly source: Source;
  /** How often the answer cites it; 0 when the answer carries it without a mark. */
  readonly timesCited: number;
}

/**
 * The sources of an answer, each once, in order of first use. An answer that carries sources but
 * marks none shows them all.
 */
export function citedSources(content: string, sources: readonly Source[]): CitedSource[] {
  const timesByNumber = new Map<number, number>();
  for (const [run] of content.matchAll(CITATION_RUN)) {
    for (const n of numbersOfRun(run)) timesByNumber.set(n, (timesByNumber.get(n) ?? 0) + 1);
  }
  const sourceByNumber = new Map(sources.map((source) => [source.n, source]));
  const cited = [...timesByNumber].flatMap(([n, timesCited]) => {
    const source = sourceByNumber.get(n);
    return source ? [{ source, timesCited }] : [];
  });
  if (cited.length > 0) return cited;
  return [...sourceByNumber.values()].map((source) => ({ source, timesCited: 0 }));
}
