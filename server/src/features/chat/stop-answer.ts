import type { ReplyMessage } from '@pathway/contract/chat';
import type { Clock } from '../../platform/clock.ts';
import type { AnswerStore } from './answer-store.ts';
import { cutShort } from './cut-short.ts';
import type { QuestionStore } from './question-store.ts';
import type { RunningAnswers } from './running-answers.ts';

export interface StopAnswerDeps {
  questions: QuestionStore;
  answers: AnswerStore;
  running: RunningAnswers;
  clock: Clock;
}

/**
 * Ends the answer to a person's own question, whatever connection still listens to it. Answers what
 * was said so far, or null when no question is under way under this key.
 */
export async function stopAnswer(
  deps: StopAnswerDeps,
  { userId, idempotencyKey }: { userId: string; idempotencyKey: string },
): Promise<ReplyMessage | null> {
  const id = await deps.questions.findPending(userId, idempotencyKey);
  if (id === undefined) return null;
  const running = deps.running.find(id);
  if (running !== undefined) {
    running.stop();
    return running.finished;
  }
  // Another process works on it: what it will say comes too late to be stored.
  const ending = cutShort({ text: '', sources: [], matches: [] });
  await deps.answers.saveAnswer(id, ending, deps.clock.now());
  return { id, content: '', stopped: true };
}
