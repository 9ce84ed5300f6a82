import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { createRandomId } from '../../lib/create-random-id.ts';
import { NetworkError } from '../../lib/network-error.ts';
import { useSession, useSignedIn } from '../../session/session-context.ts';
import { askQuestion } from './ask-question.ts';
import { recoverAnswer } from './chat-calls.ts';
import { type ChatState, type Entry, type Question, transition } from './chat-machine.ts';
import { failureHint } from './failure-hint.ts';
import { selectTurns } from './select-turns.ts';
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

/** The chat machine with its calls. Leaving the screen ends the call that is under way. */
export function useConversation(initialEntries: readonly Entry[]): Conversation {
  const [state, send] = useReducer(transition, {
    entries: initialEntries,
    phase: { kind: 'idle' },
  });
  const { user, chatSessionId } = useSignedIn();
  const session = useSession();
  const underWay = useRef<AbortController | null>(null);

  useEffect(() => () => underWay.current?.abort(), []);

  async function settleFailure(error: unknown, question: Question, signal: AbortSignal) {
    if (error instanceof StreamCutError) {
      send({ type: 'cut' });
      const wanted = { question: question.content, knownIds: knownIdsOf(state.entries) };
      const message = await recoverAnswer(wanted, signal);
      if (signal.aborted) return;
      send(message === null ? { type: 'failed', hint: null } : { type: 'answered', message });
      return;
    }
    send({ type: 'failed', hint: failureHint(error) });
    if (error instanceof ApiError) {
      if (error.status === 401) session.expire();
      if (error.code === 'consent_required') session.requireConsent();
    } else if (!(error instanceof NetworkError)) {
      reportError(error);
    }
  }

  async function answer(question: Question) {
    const controller = new AbortController();
    const { signal } = controller;
    underWay.current = controller;
    const body = {
      messages: selectTurns(state.entries, question),
      session_id: chatSessionId,
      user_id: user.id,
    };
    try {
      for await (const event of askQuestion({ body, idempotencyKey: question.key }, signal)) {
        if (signal.aborted) break;
        send(event);
      }
    } catch (error) {
      if (!signal.aborted) await settleFailure(error, question, signal);
    } finally {
      if (underWay.current === controller) underWay.current = null;
    }
  }

  function ask(content: string) {
    if (underWay.current !== null) return;
    const question = { key: createRandomId(), content };
    send({ type: 'asked', question });
    void answer(question);
  }

  function retry() {
    if (underWay.current !== null || state.phase.kind !== 'failed') return;
    send({ type: 'retried' });
    void answer(state.phase.question);
  }

  function stop() {
    underWay.current?.abort();
    underWay.current = null;
    send({ type: 'stopped' });
  }

  return { state, ask, retry, stop };
}
