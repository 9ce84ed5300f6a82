import type { ChatMessage, ReplyMessage } from '@pathway/contract/chat';
import { withoutMarks } from './citation-marks.ts';

/** A question on its way. `key` is also the idempotency key, so a retry is never asked twice. */
export interface Question {
  readonly key: string;
  readonly content: string;
}

/** One row of the conversation. `key` stays the same while an answer streams and when it is done. */
export type Entry =
  | { readonly kind: 'notice'; readonly key: string; readonly content: string }
  | { readonly kind: 'question'; readonly key: string; readonly content: string }
  | {
      readonly kind: 'answer';
      readonly key: string;
      readonly message: ChatMessage;
      readonly stopped: boolean;
    }
  | { readonly kind: 'apology'; readonly key: string; readonly hint: string | null };

/**
 * What is under way. `checking`: the stream was cut, and the stored history is asked whether the
 * server finished the answer. `text` is what has been shown so far.
 */
export type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly question: Question }
  | { readonly kind: 'streaming'; readonly question: Question; readonly text: string }
  | { readonly kind: 'checking'; readonly question: Question; readonly text: string }
  | { readonly kind: 'failed'; readonly question: Question };

export interface ChatState {
  readonly entries: readonly Entry[];
  readonly phase: Phase;
}

export type ChatEvent =
  | { readonly type: 'asked'; readonly question: Question }
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'answered'; readonly message: ReplyMessage }
  | { readonly type: 'cut' }
  | { readonly type: 'failed'; readonly hint: string | null }
  | { readonly type: 'retried' }
  | { readonly type: 'stopped' };

export const answerKey = (question: Question): string => `${question.key}:answer`;

const withEntry = (state: ChatState, entry: Entry): readonly Entry[] => [...state.entries, entry];

const withoutLast = (state: ChatState): readonly Entry[] => state.entries.slice(0, -1);

function answerEntry(question: Question, reply: ReplyMessage): Entry {
  return {
    kind: 'answer',
    key: answerKey(question),
    stopped: false,
    message: {
      id: reply.id,
      role: 'assistant',
      content: reply.content,
      feedback: null,
      feedbackSubmitted: false,
      feedbackText: '',
      sources: reply.sources,
    },
  };
}

function stoppedEntry(question: Question, text: string): Entry {
  return {
    kind: 'answer',
    key: answerKey(question),
    stopped: true,
    message: {
      id: null,
      role: 'assistant',
      content: withoutMarks(text),
      feedback: null,
      feedbackSubmitted: false,
      feedbackText: '',
    },
  };
}

/** The question being answered now, or null when a new one may be asked. */
export function pendingQuestion(phase: Phase): Question | null {
  return phase.kind === 'idle' || phase.kind === 'failed' ? null : phase.question;
}

/**
 * The whole life of a conversation. Events that make no sense in a phase (a late delta after Stop,
 * a second question while one is pending) leave the state as it is.
 */
export function transition(state: ChatState, event: ChatEvent): ChatState {
  const { phase } = state;
  switch (phase.kind) {
    case 'idle':
      return event.type === 'asked' ? ask(state, event.question) : state;
    case 'failed':
      if (event.type === 'asked') return ask(state, event.question);
      if (event.type === 'retried') {
        return {
          entries: withoutLast(state),
          phase: { kind: 'waiting', question: phase.question },
        };
      }
      return state;
    case 'waiting':
    case 'streaming':
    case 'checking':
      return transitionPending(state, phase, event);
  }
}

function ask(state: ChatState, question: Question): ChatState {
  const asked: Entry = { kind: 'question', key: question.key, content: question.content };
  return { entries: withEntry(state, asked), phase: { kind: 'waiting', question } };
}

type PendingPhase = Exclude<Phase, { kind: 'idle' } | { kind: 'failed' }>;

function transitionPending(state: ChatState, phase: PendingPhase, event: ChatEvent): ChatState {
  const { question } = phase;
  const shown = phase.kind === 'waiting' ? '' : phase.text;
  switch (event.type) {
    case 'delta': {
      if (phase.kind === 'checking' || event.text === '') return state;
      return { ...state, phase: { kind: 'streaming', question, text: shown + event.text } };
    }
    case 'answered':
      return {
        entries: withEntry(state, answerEntry(question, event.message)),
        phase: { kind: 'idle' },
      };
    case 'cut':
      return phase.kind === 'checking'
        ? state
        : { ...state, phase: { kind: 'checking', question, text: shown } };
    case 'failed':
      return {
        entries: withEntry(state, { kind: 'apology', key: answerKey(question), hint: event.hint }),
        phase: { kind: 'failed', question },
      };
    case 'stopped':
      return { entries: withEntry(state, stoppedEntry(question, shown)), phase: { kind: 'idle' } };
    case 'asked':
    case 'retried':
      return state;
  }
}
