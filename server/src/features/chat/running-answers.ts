import type { ReplyMessage } from '@pathway/contract/chat';
import {
  produceAnswer,
  type AnsweringDeps,
  type AnswerPart,
  type AskedQuestion,
} from './produce-answer.ts';

/** An answer in the making. It is finished and stored whether or not anybody still listens. */
export interface RunningAnswer {
  /** Calls back for each part, those already made first; answers a function that ends this. */
  listen(onPart: (part: AnswerPart) => void): () => void;
  /** Rejects with an AppError. */
  finished: Promise<ReplyMessage>;
  /** Ends the work. `finished` then gives what was said so far. */
  stop(): void;
}

export interface RunningAnswers {
  start(question: AskedQuestion): RunningAnswer;
  /** The answer to a question of this process, while it runs. */
  find(id: string): RunningAnswer | undefined;
  /** Ends what runs, marks it as failed, and resolves when every row is written. */
  shutDown(): Promise<void>;
}

export function createRunningAnswers(deps: AnsweringDeps): RunningAnswers {
  const running = new Map<string, RunningAnswer>();
  const shutdown = new AbortController();
  return {
    start(question) {
      const answer = startAnswer(deps, question, shutdown.signal);
      running.set(question.id, answer);
      // Whoever waits gets the failure; a browser that has left must not crash the process.
      answer.finished.catch(() => undefined).finally(() => running.delete(question.id));
      return answer;
    },
    find: (id) => running.get(id),
    async shutDown() {
      shutdown.abort();
      await Promise.allSettled([...running.values()].map(({ finished }) => finished));
    },
  };
}

function startAnswer(
  deps: AnsweringDeps,
  question: AskedQuestion,
  shutdown: AbortSignal,
): RunningAnswer {
  const stopping = new AbortController();
  const parts: AnswerPart[] = [];
  const listeners = new Set<(part: AnswerPart) => void>();
  const publish = (part: AnswerPart) => {
    parts.push(part);
    listeners.forEach((onPart) => onPart(part));
  };
  return {
    finished: produceAnswer(deps, question, publish, { shutdown, stop: stopping.signal }),
    listen(onPart) {
      parts.forEach((part) => onPart(part));
      listeners.add(onPart);
      return () => listeners.delete(onPart);
    },
    stop: () => stopping.abort(),
  };
}
