import type { PassageSearch } from '../knowledge/search/passage.ts';
import type { Answer, Assistant } from './answer.ts';
import { measureSupport } from './coverage.ts';
import { toPlainQuestion } from './dialogue/follow-up.ts';

/** Hits whose scores the measure reads, as many as an answer asks for. */
const HITS = 8;
const ignore = () => undefined;
const NOBODY_LISTENS = { onMatches: ignore, onCare: ignore, onPart: ignore };

/** An answer, and how long it took. */
export interface TimedAnswer {
  answer: Answer;
  durationMs: number;
}

/** Asks each question by itself, as nobody in particular. `onProgress` is told how many are answered. */
export async function askQuestions(
  assistant: Assistant,
  questions: readonly string[],
  signal: AbortSignal,
  onProgress: (done: number) => void = ignore,
): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  for (const text of questions) {
    const question = { userId: '', text, history: [], screenName: '', goals: '' };
    const startedAt = performance.now();
    const answer = await assistant.answer(question, NOBODY_LISTENS, signal);
    answers.push({ answer, durationMs: performance.now() - startedAt });
    onProgress(answers.length);
  }
  return answers;
}

/** The chance in [0, 1] that the sources answer each question. */
export async function measureCoverages(
  search: PassageSearch,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  const values: number[] = [];
  for (const question of questions) {
    const query = { question: toPlainQuestion(question), limit: HITS };
    values.push(measureSupport(await search.search(query, signal)));
  }
  return values;
}
