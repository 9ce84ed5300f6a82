import type { ReplyMessage, Source } from '@pathway/contract/chat';
import type { Profile } from '@pathway/contract/profile';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Answer,
  AnswerListener,
  AnswerPart,
  Assistant,
  Question,
} from '../../assistant/answer.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isDatabaseUnavailable } from '../../platform/http/answer-error.ts';
import { type AnswerStore, type Ending, readAnswerExtras } from './answer-store.ts';

/** A mark of which only the beginning has been said, for example `[1`. */
const HALF_MARK = /\s*\[[\d, ]*$/;
const MARK = /\[(\d+(?:, ?\d+)*)\]/g;

/** How often a server says that it works on a question, and learns whether it still should. */
const ALIVE_EVERY_MS = 1_000;
/** The first and the longest pause between tries to store an answer while the database is away. */
const [SAVE_PAUSE_MS, SAVE_PAUSE_MAX_MS] = [250, 4_000];

/** An answer in the making. It is finished and stored whether or not anybody still listens. */
export interface RunningAnswer {
  /** Calls back for each part, those already made first; returns a function that ends this. */
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
  /**
   * Lets what runs come to its end for a while, then ends it and marks it as failed; resolves when every row
   * is written.
   */
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
      const ended = () => Promise.allSettled([...running.values()].map(({ finished }) => finished));
      const late = pause(deps.lastAnswersMs, undefined, { ref: false });
      await Promise.race([ended(), late]);
      shutdown.abort();
      await ended();
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
    finished: produceAnswer(deps, question, publish, { shutdown, stopping }),
    listen(onPart) {
      parts.forEach((part) => onPart(part));
      listeners.add(onPart);
      return () => listeners.delete(onPart);
    },
    stop: () => stopping.abort(),
  };
}

interface AnsweringDeps {
  assistant: Assistant;
  answers: AnswerStore;
  /** What askers told about themselves. */
  profiles: { find(userId: string): Promise<Pick<Profile, 'screen_name' | 'goals'>> };
  clock: Clock;
  answerTimeoutMs: number;
  lastAnswersMs: number;
  storeAgainForMs: number;
}

/** A question with its row. */
interface AskedQuestion {
  id: string;
  userId: string;
  sessionId: string;
  text: string;
}

/** Who may end an answer early: the server that goes down, or the person who asked. */
interface Ends {
  shutdown: AbortSignal;
  stopping: AbortController;
}

/** Answers one accepted question and stores how it ended. @throws AppError when there is no answer. */
async function produceAnswer(
  deps: AnsweringDeps,
  asked: AskedQuestion,
  publish: (part: AnswerPart) => void,
  { shutdown, stopping }: Ends,
): Promise<ReplyMessage> {
  const { answers, clock } = deps;
  const stop = stopping.signal;
  const said: Omit<Ending, 'status'> = { text: '', sources: [], matches: [], care: [] };
  const listener: AnswerListener = {
    onMatches(matches) {
      said.matches = matches;
    },
    onCare(topics) {
      said.care = topics;
    },
    onPart(part) {
      if (part.type === 'delta') said.text += part.text;
      else said.sources = part.sources;
      publish(part);
    },
  };
  const save = async (ending: Ending): Promise<ReplyMessage> => {
    const save = () => answers.saveAnswer(asked.id, ending, clock.now());
    const stored = await whileDatabaseIsAway(save, { forMs: deps.storeAgainForMs, shutdown });
    if (stored) return toReply(asked.id, ending);
    // It has ended otherwise meanwhile, and what is stored is the answer.
    const ended = await answers.findEnding(asked.id);
    if (ended === undefined) throw new AppError('answer_failed');
    return ended;
  };
  const signal = AbortSignal.any([shutdown, stop, AbortSignal.timeout(deps.answerTimeoutMs)]);
  const stayAlive = setInterval(() => {
    answers.keepAlive(asked.id, clock.now()).then(
      (isWanted) => isWanted || stopping.abort(),
      () => undefined,
    );
  }, ALIVE_EVERY_MS);
  try {
    const [history, profile] = await Promise.all([
      answers.readHistory(asked.userId, asked.sessionId),
      deps.profiles.find(asked.userId),
    ]);
    const { userId, text } = asked;
    const question = {
      userId,
      text,
      history,
      screenName: profile.screen_name,
      goals: profile.goals,
    };
    const answer = await ask(deps.assistant, question, listener, signal);
    return await save({ ...answer, care: said.care, status: 'answered' });
  } catch (error) {
    if (stop.aborted) return save(cutShort(said));
    await answers.markFailed(asked.id, clock.now()).catch(() => undefined);
    throw toAnswerFailure(error);
  } finally {
    clearInterval(stayAlive);
  }
}

/** Tries again for a while when nobody takes writes, as during a failover; a server that goes down does not wait. */
async function whileDatabaseIsAway<T>(
  work: () => Promise<T>,
  { forMs, shutdown }: { forMs: number; shutdown: AbortSignal },
): Promise<T> {
  let waitedMs = 0;
  for (
    let pauseMs = SAVE_PAUSE_MS;
    waitedMs < forMs;
    pauseMs = Math.min(2 * pauseMs, SAVE_PAUSE_MAX_MS)
  ) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await pause(pauseMs, undefined, { signal: shutdown });
      waitedMs += pauseMs;
    }
  }
  return work();
}

/** Gives up with the signal, even when the assistant does not heed it; what comes afterwards is not shown. */
async function ask(
  assistant: Assistant,
  question: Question,
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  const untilAborted: AnswerListener = {
    onMatches: (matches) => signal.aborted || listener.onMatches(matches),
    onCare: (topics) => signal.aborted || listener.onCare(topics),
    onPart: (part) => signal.aborted || listener.onPart(part),
  };
  try {
    const answering = assistant.answer(question, untilAborted, signal);
    const answer = await Promise.race([answering, aborted.promise]);
    if (answer.text.trim() === '') throw new AppError('answer_failed');
    return answer;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function toReply(id: string, ending: Ending): ReplyMessage {
  return { content: ending.text, id, ...readAnswerExtras({ suggestions: [], ...ending }) };
}

function toAnswerFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = isDatabaseUnavailable(error) ? 'service_unavailable' : 'answer_failed';
  return new AppError(code, { cause: error });
}

/** What an answer had said when it was stopped, with the sources that it had cited by then. */
export function cutShort(said: Omit<Ending, 'status'>): Ending {
  const text = said.text.replace(HALF_MARK, '').trimEnd();
  const cited = citedNumbers(text);
  return {
    status: 'aborted',
    text,
    // Stopped before its first word, it gave nothing.
    care: text === '' ? [] : said.care,
    sources: said.sources.filter(({ n }: Source) => cited.has(n)),
    matches: said.matches,
  };
}

function citedNumbers(text: string): Set<number> {
  const marks = Array.from(text.matchAll(MARK), ([, numbers = '']) => numbers);
  return new Set(marks.flatMap((numbers) => numbers.split(',').map(Number)));
}
