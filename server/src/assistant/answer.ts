import type { AnswerEvent, Source } from '@pathway/contract/chat';
import type { SearchResult } from '../knowledge/search/passage.ts';
import type { Decision } from './coverage.ts';
import type { Domain } from './domain.ts';
import type { CareGiven } from './safety/plan-care.ts';

/** What somebody asks, and what the assistant may know about the asker. */
export interface Question {
  /** Whose tokens a model's answer counts as. */
  userId: string;
  text: string;
  /** Earlier turns of this conversation, oldest first. */
  history: readonly { role: 'user' | 'assistant'; content: string }[];
  /** How to address the person, and what they told about themselves; empty when not given. */
  screenName: string;
  goals: string;
}

/**
 * What became of the question: answered, closest passages only, nothing in the sources, help first,
 * or a greeting and its like that needs no source.
 */
export type AnswerKind = 'answered' | 'closest' | 'not_covered' | 'care' | 'small_talk';

/** What retrieval found, for the log: the source as it was then, and similarity in [0, 1]. */
export interface Match {
  source: string;
  source_id?: string;
  similarity: number;
  tags?: string[];
  /** Who stands behind the source, and as of when (`YYYY-MM-DD`). */
  authority?: string;
  as_of?: string;
}

export interface Answer {
  kind: AnswerKind;
  /** Markdown with `[n]` marks that stand for `sources`. */
  text: string;
  sources: Source[];
  matches: Match[];
  /** Questions near the asked one that the sources answer; left out where there are none. */
  suggestions?: string[];
  /** What the message needed besides an ordinary answer, and how it was given; left out for an ordinary one. */
  care?: CareGiven;
}

/** What can be shown of an answer before it is whole. */
export type AnswerPart = Extract<AnswerEvent, { type: 'sources' | 'delta' }>;

/** Who follows an answer while it is made. */
export interface AnswerListener {
  /** What retrieval found; before the first part. */
  onMatches(matches: Match[]): void;
  /** The topics that the answer cares for, with help or with a note; before the first part, if there are any. */
  onCare(topics: readonly string[]): void;
  /**
   * Pieces of text as they become known, and before the text that cites them the sources that its marks
   * stand for, each time all that are known.
   */
  onPart(part: AnswerPart): void;
}

/** Turns a question into a cited answer. */
export interface Assistant {
  /**
   * Returns the whole answer, whose sources are those that its text cites. It is the last word: it takes
   * the place of parts that were shown before a model failed.
   *
   * @throws AppError `answer_failed` when nothing can be said; the signal's reason when it is aborted.
   */
  answer(question: Question, listener: AnswerListener, signal: AbortSignal): Promise<Answer>;
}

/** What the product and its assistant are called. */
export interface ProductNames {
  assistantName: string;
  productName: string;
}

/** What the parts of the assistant need for one answer. */
export interface AnswerContext {
  question: Question;
  /** The question in words that stand alone. */
  standAlone: string;
  /** The screen name as markdown, or empty when this answer does not use it. */
  name: string;
  /** The language to answer in: `en`, `es`. */
  language: string;
  /** Whether the person writes in a language in which nothing is answered. */
  isForeign: boolean;
  /** In the language of the answer. */
  domain: Domain;
  decision: Decision;
  /**
   * Searches in the language of the answer. `standAlone` goes on from the questions before; other words from `after`,
   * and without it from nothing.
   */
  find(question: string, after?: string): Promise<SearchResult>;
  countUnread(): Promise<number>;
}
