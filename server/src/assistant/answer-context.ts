import type { Passage, SearchResult } from '../knowledge/search/passage.ts';
import type { Question } from './answer.ts';
import type { Bands } from './decide-band.ts';

/** What the parts of the assistant need for one answer. */
export interface AnswerContext {
  question: Question;
  /** The question in words that stand alone. */
  standAlone: string;
  /** The screen name as markdown, or empty when this answer does not use it. */
  name: string;
  /** Whether the person writes in another language than English. */
  isForeign: boolean;
  bands: Bands;
  now: Date;
  find(question: string): Promise<SearchResult>;
  readNeighbours(passages: readonly Passage[]): Promise<Passage[]>;
  countUnread(): Promise<number>;
}
