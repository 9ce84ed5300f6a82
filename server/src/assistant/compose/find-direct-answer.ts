import type { Passage } from '../../knowledge/search/passage.ts';
import type { TextUnit } from './text-unit.ts';

const QUESTION = /\?\s*$/;
/** Shorter than this, the first sentence only leads to the next. */
const ANSWER_MIN_WORDS = 20;

/**
 * Indexes of the sentences that answer the passage's heading, where that is a question: whoever writes
 * so answers it at once, and what follows is hard to understand without. Nothing under another heading.
 */
export function findDirectAnswer(passage: Passage, units: readonly TextUnit[]): number[] {
  const [first, second] = units;
  if (!QUESTION.test(passage.headingPath.at(-1) ?? '') || first?.kind !== 'sentence') return [];
  const isShort = first.text.split(/\s+/).length < ANSWER_MIN_WORDS;
  return isShort && second?.kind === 'sentence' && second.line === first.line ? [0, 1] : [0];
}
