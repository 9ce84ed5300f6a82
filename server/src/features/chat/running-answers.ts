import type { ReplyMessage } from '@pathway/contract/chat';
import type { Answer, Assistant, Question } from '../../assistant/answer.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isDatabaseUnavailable } from '../../platform/http/is-database-unavailable.ts';
import type { AnswerStore } from './answer-store.ts';
import { withSignal } from './with-signal.ts';

/** An answer in the making. It is finished and stored whether or not anybody still listens. */
export interface RunningAnswer {
  /** Calls back for each piece of text from now on; answers a function that stops it. */
  listen(onText: (text: string) => void): () => void;
  /** Rejects with an AppError. */
  finished: Promise<ReplyMessage>;
}

export interface RunningAnswers {
  start(question: { id: string; userId: string; sessionId: string; text: string }): RunningAnswer;
  /** The answer to a question of this process, while it runs. */
  find(id: string): RunningAnswer | undefined;
  /** Ends what runs, marks it `aborted`, and resolves when every row is written. */
  stop(): Promise<void>;
}

export interface AnsweringDeps {
  assistant: Assistant;
  answers: AnswerStore;
  clock: Clock;
  answerTimeoutMs: number;
}

export function createRunningAnswers(deps: AnsweringDeps): RunningAnswers {
  const running = new Map<string, RunningAnswer>();
  const shutdown = new AbortController();
  return {
    start(question) {
      const listeners = new Set<(text: string) => void>();
      const publish = (text: string) => listeners.forEach((onText) => onText(text));
      const finished = produce(deps, question, publish, shutdown.signal);
      const answer: RunningAnswer = {
        finished,
        listen(onText) {
          listeners.add(onText);
          return () => listeners.delete(onText);
        },
      };
      running.set(question.id, answer);
      // Whoever waits gets the failure; a browser that has left must not crash the process.
      finished.catch(() => undefined).finally(() => running.delete(question.id));
      return answer;
    },
    find: (id) => running.get(id),
    async stop() {
      shutdown.abort();
      await Promise.allSettled([...running.values()].map(({ finished }) => finished));
    },
  };
}

async function produce(
  deps: AnsweringDeps,
  question: { id: string; userId: string; sessionId: string; text: string },
  publish: (text: string) => void,
  shutdown: AbortSignal,
): Promise<ReplyMessage> {
  const { answers, clock } = deps;
  const signal = AbortSignal.any([shutdown, AbortSignal.timeout(deps.answerTimeoutMs)]);
  try {
    const context = await answers.readContext(question.userId, question.sessionId);
    const answer = await ask(deps.assistant, { text: question.text, ...context }, publish, signal);
    await answers.saveAnswer(question.id, answer, clock.now());
    return { content: answer.text, id: question.id, sources: answer.sources };
  } catch (error) {
    const status = shutdown.aborted ? 'aborted' : 'failed';
    await answers.markUnanswered(question.id, status, clock.now()).catch(() => undefined);
    throw toAnswerFailure(error);
  }
}

async function ask(
  assistant: Assistant,
  question: Question,
  publish: (text: string) => void,
  signal: AbortSignal,
): Promise<Answer> {
  let answer: Answer | undefined;
  for await (const event of withSignal(assistant.answer(question, signal), signal)) {
    if (event.type === 'delta') publish(event.text);
    else answer = event.answer;
  }
  if (answer === undefined || answer.text.trim() === '') throw new AppError('answer_failed');
  return answer;
}

function toAnswerFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = isDatabaseUnavailable(error) ? 'service_unavailable' : 'answer_failed';
  return new AppError(code, { cause: error });
}
