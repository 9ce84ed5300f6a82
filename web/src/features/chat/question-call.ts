import type { ReplyMessage } from '@pathway/contract/chat';
import { logProblem } from '../../lib/log-problem.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { stopAnswer } from './chat-calls.ts';
import type { Question } from './chat-machine.ts';

/** A question under way to the server. */
export interface QuestionCall {
  readonly question: Question;
  readonly controller: AbortController;
  /** Resolved when the server has the question, or when the call is over. */
  readonly accepted: PromiseWithResolvers<void>;
}

/** A Stop that overtakes its question would find nothing to end; it waits so long at most. */
const ACCEPTED_WITHIN_MS = 3_000;

export function startCall(question: Question): QuestionCall {
  return {
    question,
    controller: new AbortController(),
    accepted: Promise.withResolvers<void>(),
  };
}

/**
 * Ends the work on a question on the server, then its call. Gives what the server stored, or null
 * when the answer was over or the server cannot be told; then it finishes the answer.
 */
export async function endOnServer(call: QuestionCall): Promise<ReplyMessage | null> {
  const { question, controller, accepted } = call;
  try {
    await Promise.race([accepted.promise, waitFor(ACCEPTED_WITHIN_MS, controller.signal)]);
    return await stopAnswer(question.key);
  } catch (error) {
    logProblem('The server could not be told to stop.', error);
    return null;
  } finally {
    controller.abort();
  }
}
