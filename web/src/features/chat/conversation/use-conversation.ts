import type { ReceivedAnswer } from '@pathway/contract/chat';
import { useEffect, useReducer, useRef } from 'react';
import { ApiError, NetworkError } from '../../../lib/api-client.ts';
import { createRandomId } from '../../../lib/create-random-id.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { logProblem } from '../../../lib/log-problem.ts';
import { waitFor } from '../../../lib/wait-for.ts';
import { useSession, useSignedIn } from '../../../session/session-context.ts';
import { loadAnswerRenderer } from '../answer/answer-body.tsx';
import { stopAnswer } from '../chat-calls.ts';
import { type ChatMessages, MESSAGES } from '../messages.ts';
import { askQuestion, StreamCutError } from './ask-question.ts';
import {
  beginWith,
  type AnswerEvent,
  type Entry,
  pendingQuestion,
  type Question,
  transition,
} from './chat-machine.ts';
import type { KeptWriting } from './kept-writing.ts';
import { recoverAnswer } from './recover-answer.ts';
import { selectTurns } from './select-turns.ts';
import { useHourlyReminder } from './use-hourly-reminder.ts';

function knownIdsOf(entries: readonly Entry[]): Set<string> {
  return new Set(
    entries.flatMap((entry) => (entry.kind === 'answer' ? (entry.message.id ?? []) : [])),
  );
}

/**
 * The chat machine with its calls. Leaving the screen ends the call that is under way, not the work
 * on the server: only Stop does.
 */
export function useConversation(initialEntries: readonly Entry[], writing: KeptWriting) {
  const [state, send] = useReducer(transition, null, () =>
    beginWith(initialEntries, writing.readAsked(), createRandomId()),
  );
  const { user, chatSessionId } = useSignedIn();
  const session = useSession();
  const messages = useMessages(MESSAGES);
  const noticeTalk = useHourlyReminder(writing, send);
  const underWay = useRef<QuestionCall | null>(null);
  const stopping = useRef(Promise.resolve());

  // What an earlier visit left unanswered is waited for; leaving the screen ends the waiting.
  useEffect(() => {
    const question = pendingQuestion(state.phase);
    if (question !== null) void run(question, recover);
    return () => underWay.current?.controller.abort();
    // The beginning and the end of the visit alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  /**
   * An answer without its renderer would stand there empty, and its text, coming later, would push
   * the buttons from under the pointer.
   */
  async function show(call: QuestionCall, event: AnswerEvent) {
    await loadAnswerRenderer();
    if (underWay.current !== call) return;
    if (event.type === 'done') writing.keepAsked(null);
    send(event);
  }

  async function recover(call: QuestionCall) {
    const { question, controller } = call;
    // Nothing tells any more whether the server has the question; a Stop goes out at once.
    call.accepted.resolve();
    const wanted = { question: question.content, knownIds: knownIdsOf(state.entries) };
    const message = await recoverAnswer(wanted, controller.signal);
    if (controller.signal.aborted) return;
    if (message === null) send({ type: 'failed', hint: null });
    else await show(call, { type: 'done', message });
  }

  async function answer(call: QuestionCall) {
    const { question, controller } = call;
    // A question must not overtake the Stop before it.
    await stopping.current;
    const body = {
      messages: selectTurns(state.entries, question),
      session_id: chatSessionId,
      user_id: user.id,
    };
    try {
      const events = await askQuestion({ body, idempotencyKey: question.key }, controller.signal);
      call.accepted.resolve();
      for await (const event of events) await show(call, event);
    } catch (error) {
      if (!(error instanceof StreamCutError) || underWay.current !== call) throw error;
      send({ type: 'cut' });
      await recover(call);
    }
  }

  function fail(error: unknown) {
    send({ type: 'failed', hint: failureHint(error, messages) });
    if (error instanceof ApiError) {
      if (error.status === 401) session.expire();
      if (error.code === 'consent_required') session.requireConsent();
    } else if (!(error instanceof NetworkError)) {
      reportError(error);
    }
  }

  async function run(question: Question, work: (call: QuestionCall) => Promise<void>) {
    const call = startCall(question);
    underWay.current = call;
    try {
      await work(call);
    } catch (error) {
      if (underWay.current === call && !call.controller.signal.aborted) fail(error);
    } finally {
      call.accepted.resolve();
      if (underWay.current === call) underWay.current = null;
    }
  }

  function ask(content: string) {
    if (underWay.current !== null) return;
    const question = { key: createRandomId(), content, askedAt: new Date().toISOString() };
    writing.keepAsked(question);
    noticeTalk();
    send({ type: 'asked', question });
    void run(question, answer);
  }

  function retry() {
    if (underWay.current !== null || state.phase.kind !== 'failed') return;
    send({ type: 'retried' });
    void run(state.phase.question, answer);
  }

  function stop() {
    const call = underWay.current;
    if (call === null) return;
    underWay.current = null;
    writing.keepAsked(null);
    send({ type: 'stopped' });
    stopping.current = endOnServer(call).then(async (message) => {
      if (message === null) return;
      await loadAnswerRenderer();
      send({ type: 'stop-stored', question: call.question, message });
    });
  }

  return { state, ask, retry, stop };
}

/** A question under way to the server. */
interface QuestionCall {
  readonly question: Question;
  readonly controller: AbortController;
  /** Resolved when the server has the question, or when the call is over. */
  readonly accepted: PromiseWithResolvers<void>;
}

/** A Stop that overtakes its question would find nothing to end; it waits so long at most. */
const ACCEPTED_WITHIN_MS = 3_000;

function startCall(question: Question): QuestionCall {
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
async function endOnServer(call: QuestionCall): Promise<ReceivedAnswer | null> {
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

/** A wait for a person: seconds below one and a half minutes, then whole minutes, rounded up. */
function waitText(seconds: number, messages: ChatMessages): string {
  return seconds < 90 ? messages.seconds(seconds) : messages.minutes(Math.ceil(seconds / 60));
}

/** What to add to the apology, when the person can do more than try again. */
function failureHint(error: unknown, messages: ChatMessages): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.retryAfterSeconds !== null) {
    return messages.tryAgainIn(waitText(error.retryAfterSeconds, messages));
  }
  return error.code === 'answer_in_progress' ? messages.stillAnswering : null;
}
