import type { ReplyMessage } from '@pathway/contract/chat';
import { CHAT_INPUT_MAX_LENGTH } from '@pathway/contract/limits';
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '../../access/session-store.ts';
import { maskPersonalData } from '../../assistant/safety/personal-data.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AnswerStore } from './answer-store.ts';
import { followAnswer } from './follow-answer.ts';
import type { QuestionStore } from './question-store.ts';
import { cutShort, type RunningAnswer, type RunningAnswers } from './running-answers.ts';

/** Another server looks once a second whether it should go on. */
const STOP_LOOK_MS = 250;
const STOP_LOOKS = 12;

export interface ChatDeps {
  /** How long an answer is waited for that another server works on. */
  followForMs: number;
  questions: QuestionStore;
  answers: AnswerStore;
  running: RunningAnswers;
  clock: Clock;
}

interface Asked {
  asker: Session;
  sessionId: string;
  messages: readonly { role: string; content: string }[];
  idempotencyKey: string | undefined;
}

/**
 * Accepts the newest message of a person, without personal data that no answer needs, and starts its
 * answer. Earlier messages of the call are ignored: what was said before comes from the database.
 *
 * @throws AppError `message_blank`, `message_too_long`, `invalid_request`, `answer_in_progress`,
 * `too_many_requests`
 */
export async function askQuestion(deps: ChatDeps, asked: Asked): Promise<RunningAnswer> {
  const { asker, sessionId, idempotencyKey } = asked;
  const text = maskPersonalData(readQuestion(asked.messages));
  const question = { userId: asker.userId, userType: asker.tier, sessionId, text, idempotencyKey };
  const look = async (): Promise<RunningAnswer | undefined> => {
    const accepted = await deps.questions.accept({ ...question, now: deps.clock.now() });
    if (accepted.state === 'new') {
      return deps.running.start({ id: accepted.id, userId: asker.userId, sessionId, text });
    }
    if (accepted.state === 'running') return deps.running.find(accepted.id);
    return {
      listen: () => () => undefined,
      finished: Promise.resolve(accepted.message),
      stop: () => undefined,
    };
  };
  return (await look()) ?? followAnswer(look, deps.followForMs);
}

function readQuestion(messages: Asked['messages']): string {
  const last = messages.at(-1);
  if (last?.role !== 'user') throw new AppError('invalid_request');
  if (last.content.trim() === '') throw new AppError('message_blank');
  if (last.content.length > CHAT_INPUT_MAX_LENGTH) throw new AppError('message_too_long');
  return last.content.trim();
}

/**
 * Ends the answer to a person's own question, whatever connection still listens to it. Returns what was
 * said so far, or null when no question is under way under this key.
 */
export async function stopAnswer(
  deps: ChatDeps,
  { userId, idempotencyKey }: { userId: string; idempotencyKey: string },
): Promise<ReplyMessage | null> {
  const id = await deps.questions.findPending(userId, idempotencyKey);
  if (id === undefined) return null;
  const running = deps.running.find(id);
  if (running !== undefined) {
    running.stop();
    return running.finished;
  }
  if (await deps.answers.askToStop(id)) {
    for (let looks = 0; looks < STOP_LOOKS; looks += 1) {
      await pause(STOP_LOOK_MS);
      const ended = await deps.answers.findEnding(id);
      if (ended !== undefined) return ended;
    }
    // Whoever worked on it is gone, and what it had said with it.
    const nothing = cutShort({ text: '', sources: [], matches: [], care: [] });
    await deps.answers.saveAnswer(id, nothing, deps.clock.now());
  }
  return (await deps.answers.findEnding(id)) ?? null;
}
