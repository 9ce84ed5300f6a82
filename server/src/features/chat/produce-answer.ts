import type { ReplyMessage } from '@pathway/contract/chat';
import type { Answer, AnswerEvent, Assistant, Question } from '../../assistant/answer.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isDatabaseUnavailable } from '../../platform/http/is-database-unavailable.ts';
import type { AnswerStore, Ending } from './answer-store.ts';
import { cutShort } from './cut-short.ts';
import { withSignal } from './with-signal.ts';

export interface AnsweringDeps {
  assistant: Assistant;
  answers: AnswerStore;
  clock: Clock;
  answerTimeoutMs: number;
}

/** A question with its row. */
export interface AskedQuestion {
  id: string;
  userId: string;
  sessionId: string;
  text: string;
}

/** What can be shown of an answer before it is whole. */
export type AnswerPart = Exclude<AnswerEvent, { type: 'answer' }>;

/** Who may end an answer early: the server that goes down, or the person who asked. */
interface Ends {
  shutdown: AbortSignal;
  stop: AbortSignal;
}

/** Answers one accepted question and stores how it ended. @throws AppError when there is no answer. */
export async function produceAnswer(
  deps: AnsweringDeps,
  asked: AskedQuestion,
  publish: (part: AnswerPart) => void,
  { shutdown, stop }: Ends,
): Promise<ReplyMessage> {
  const { answers, clock } = deps;
  const said: Omit<Ending, 'status'> = { text: '', sources: [], matches: [] };
  const say = (part: AnswerPart) => {
    if (part.type === 'delta') said.text += part.text;
    else Object.assign(said, { sources: part.sources, matches: part.matches });
    publish(part);
  };
  const save = async (ending: Ending): Promise<ReplyMessage> => {
    await answers.saveAnswer(asked.id, ending, clock.now());
    return toReply(asked.id, ending);
  };
  const signal = AbortSignal.any([shutdown, stop, AbortSignal.timeout(deps.answerTimeoutMs)]);
  try {
    const context = await answers.readContext(asked.userId, asked.sessionId);
    const question = { userId: asked.userId, text: asked.text, ...context };
    const answer = await ask(deps.assistant, question, say, signal);
    return await save({ ...answer, status: 'answered' });
  } catch (error) {
    if (stop.aborted) return save(cutShort(said));
    await answers.markFailed(asked.id, clock.now()).catch(() => undefined);
    throw toAnswerFailure(error);
  }
}

async function ask(
  assistant: Assistant,
  question: Question,
  say: (part: AnswerPart) => void,
  signal: AbortSignal,
): Promise<Answer> {
  let answer: Answer | undefined;
  for await (const event of withSignal(assistant.answer(question, signal), signal)) {
    if (event.type === 'answer') answer = event.answer;
    else say(event);
  }
  if (answer === undefined || answer.text.trim() === '') throw new AppError('answer_failed');
  return answer;
}

function toReply(id: string, { status, text, sources, suggestions = [] }: Ending): ReplyMessage {
  const offered = suggestions.length > 0 && { suggestions };
  return { content: text, id, sources, ...offered, ...(status === 'aborted' && { stopped: true }) };
}

function toAnswerFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = isDatabaseUnavailable(error) ? 'service_unavailable' : 'answer_failed';
  return new AppError(code, { cause: error });
}
