import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { createRandomId } from '../../lib/create-random-id.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { NetworkError } from '../../lib/network-error.ts';
import { useSession, useSignedIn } from '../../session/session-context.ts';
import { askQuestion } from './ask-question.ts';
import {
  beginWith,
  type ChatEvent,
  type ChatState,
  type Entry,
  pendingQuestion,
  type Question,
  transition,
} from './chat-machine.ts';
import { MESSAGES } from './messages.ts';
import { failureHint } from './failure-hint.ts';
import type { KeptWriting } from './kept-writing.ts';
import { recoverAnswer } from './recover-answer.ts';
import { selectTurns } from './select-turns.ts';
import { endOnServer, type QuestionCall, startCall } from './question-call.ts';
import { StreamCutError } from './stream-cut-error.ts';

export interface Conversation {
  state: ChatState;
  ask: (content: string) => void;
  retry: () => void;
  stop: () => void;
}

function knownIdsOf(entries: readonly Entry[]): Set<string> {
  return new Set(
    entries.flatMap((entry) => (entry.kind === 'answer' ? (entry.message.id ?? []) : [])),
  );
}

/**
 * The chat machine with its calls. Leaving the screen ends the call that is under way, not the work
 * on the server: only Stop does.
 */
export function useConversation(
  initialEntries: readonly Entry[],
  writing: KeptWriting,
): Conversation {
  const [state, send] = useReducer(transition, null, () =>
    beginWith(initialEntries, writing.readAsked()),
  );
  const { user, chatSessionId } = useSignedIn();
  const session = useSession();
  const messages = useMessages(MESSAGES);
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

  function show(event: ChatEvent) {
    if (event.type === 'answered') writing.keepAsked(null);
    send(event);
  }

  async function recover({ question, controller }: QuestionCall) {
    const wanted = { question: question.content, knownIds: knownIdsOf(state.entries) };
    const message = await recoverAnswer(wanted, controller.signal);
    if (controller.signal.aborted) return;
    show(message === null ? { type: 'failed', hint: null } : { type: 'answered', message });
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
      const events = askQuestion({ body, idempotencyKey: question.key }, controller.signal);
      for await (const event of events) {
        if (event.type === 'accepted') call.accepted.resolve();
        else if (underWay.current === call) show(event);
      }
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
    const question = { key: createRandomId(), content };
    writing.keepAsked(question);
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
    stopping.current = endOnServer(call).then((message) => {
      if (message !== null) send({ type: 'stop-stored', question: call.question, message });
    });
  }

  return { state, ask, retry, stop };
}
