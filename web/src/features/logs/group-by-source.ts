import type { ChatLog } from '@pathway/contract/logs';

export interface SourceScores {
  source: string;
  /** The similarities of its passages that have one, in the order of the log. */
  scores: number[];
  /** What it was tagged with when the question was asked. */
  tags: string[];
}

/** Each source of a log once, in order of first use: several passages may come from one. */
export function groupBySource(matches: ChatLog['matches']): SourceScores[] {
  const groups = Map.groupBy(matches, ({ source }) => source);
  return [...groups].map(([source, passages]) => ({
    source,
    scores: passages
      .map(({ similarity }) => similarity)
      .filter((score) => typeof score === 'number'),
    tags: passages[0]?.tags ?? [],
  }));
}
