import type { Source } from '@pathway/contract/chat';

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

export interface Answer {
  kind: AnswerKind;
  /** Markdown with `[n]` marks that stand for `sources`. */
  text: string;
  sources: Source[];
  /** What retrieval found, for the log: the source with its tags, and similarity in [0, 1]. */
  matches: { source: string; source_id?: string; similarity: number; tags?: string[] }[];
  /** Questions near the asked one that the sources answer; left out where the answer fits. */
  suggestions?: string[];
}

/**
 * What an answer stands on, all that is known of it, before the text that cites it; pieces of text as
 * they become known; at last the whole answer, whose sources are those that its text cites. The last
 * event counts: it takes the place of what was shown before a model failed.
 */
export type AnswerEvent =
  | ({ type: 'sources' } & Pick<Answer, 'sources' | 'matches'>)
  | { type: 'delta'; text: string }
  | { type: 'answer'; answer: Answer };

/** Turns a question into a cited answer. @throws AppError `answer_failed` when nothing can be said. */
export interface Assistant {
  answer(question: Question, signal: AbortSignal): AsyncIterable<AnswerEvent>;
}
