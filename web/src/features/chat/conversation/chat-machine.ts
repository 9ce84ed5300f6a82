import type {
  ChatMessage,
  ReceivedAnswer,
  ReceivedAnswerEvent,
  Source,
} from '@pathway/contract/chat';
import { settledText } from '../answer/cut-markdown.ts';
import { withoutMarks } from '../sources/cited-sources.ts';

/** A question on its way. `key` is also the idempotency key, so a retry is never asked twice. */
export interface Question {
  readonly key: string;
  readonly content: string;
  /** An ISO time; nothing where the server does not tell. */
  readonly askedAt?: string | undefined;
}

export interface AnswerEntry {
  readonly kind: 'answer';
  readonly key: string;
  readonly message: ChatMessage;
}

/** One row of the conversation. `key` stays the same while an answer streams and when it is done. */
export type Entry =
  /** Null: the end of what the server keeps for this person. */
  | { readonly kind: 'notice'; readonly key: string; readonly content: string | null }
  /** After an hour of talk: who it is that answers. */
  | { readonly kind: 'reminder'; readonly key: string }
  | ({ readonly kind: 'question' } & Question)
  | AnswerEntry
  | { readonly kind: 'apology'; readonly key: string; readonly hint: string | null };

/**
 * An answer on its way. `waiting`: for its first word. `checking`: the connection was lost, and the
 * stored history is asked until the server has finished. `text` is what has been shown so far, and
 * `sources` what its marks stand for, as far as they are known.
 */
interface PendingPhase {
  readonly kind: 'waiting' | 'streaming' | 'checking';
  readonly question: Question;
  readonly text: string;
  readonly sources: readonly Source[];
}

export type Phase =
  | { readonly kind: 'idle' }
  | PendingPhase
  | { readonly kind: 'failed'; readonly question: Question };

export interface ChatState {
  readonly entries: readonly Entry[];
  readonly phase: Phase;
}

/** What the server sends of an answer; its failures are thrown. */
export type AnswerEvent = Exclude<ReceivedAnswerEvent, { type: 'error' }>;

export type ChatEvent =
  | AnswerEvent
  | { readonly type: 'asked'; readonly question: Question }
  | { readonly type: 'cut' }
  | { readonly type: 'failed'; readonly hint: string | null }
  | { readonly type: 'retried' }
  | { readonly type: 'reminded'; readonly key: string }
  | { readonly type: 'stopped' }
  /** The server has stored what a stopped answer had said. */
  | { readonly type: 'stop-stored'; readonly question: Question; readonly message: ReceivedAnswer };

export const answerKey = (question: Question): string => `${question.key}:answer`;

const withEntry = (state: ChatState, entry: Entry): readonly Entry[] => [...state.entries, entry];

const withoutLast = (state: ChatState): readonly Entry[] => state.entries.slice(0, -1);

/** A message of the assistant that nobody has rated yet. */
function unratedAnswer(
  answer: Pick<
    ChatMessage,
    'id' | 'content' | 'sources' | 'stopped' | 'suggestions' | 'needsPerson'
  >,
): ChatMessage {
  const unrated = { feedback: null, feedbackSubmitted: false, feedbackText: '' };
  return { role: 'assistant', ...unrated, ...answer };
}

function answerEntry(question: Question, message: ChatMessage): AnswerEntry {
  return { kind: 'answer', key: answerKey(question), message };
}

/** The sources that are shown already stay the same objects, so that nothing is drawn anew. */
function sameIfEqual(shown: readonly Source[], final: Source[] = []): Source[] {
  return JSON.stringify(shown) === JSON.stringify(final) ? (shown as Source[]) : final;
}

/** What was shown when the person pressed Stop. Until the server has stored it, it has no id. */
function stoppedAnswer({ text, sources }: PendingPhase): ChatMessage {
  const cut = settledText(text);
  const isCited = sources.length > 0;
  return unratedAnswer({
    id: null,
    content: isCited ? cut : withoutMarks(cut),
    ...(isCited && { sources: [...sources] }),
    stopped: true,
  });
}

/** An answer that was stopped before its first word is nothing to rate. */
function storedAnswer({ id, ...reply }: ReceivedAnswer): ChatMessage {
  return unratedAnswer({ ...reply, id: reply.content === '' ? null : id });
}

/** The question being answered now, or null when a new one may be asked. */
export function pendingQuestion(phase: Phase): Question | null {
  return phase.kind === 'idle' || phase.kind === 'failed' ? null : phase.question;
}

/** The answer that is being written, as far as it has come; null before its first word. */
export function growingEntry(phase: Phase): AnswerEntry | null {
  if (phase.kind === 'idle' || phase.kind === 'failed' || phase.text === '') return null;
  const { question, text: content, sources } = phase;
  return answerEntry(question, unratedAnswer({ id: null, content, sources: sources as Source[] }));
}

/**
 * Where a conversation with stored entries begins. One that ends with a question is still being
 * answered on the server; `asked` is that question when it was asked in this tab. Of another one
 * nobody knows the key any more: it gets the new one, under which a retry may ask it.
 */
export function beginWith(
  entries: readonly Entry[],
  asked: Question | null,
  newKey: string,
): ChatState {
  const last = entries.at(-1);
  if (last?.kind !== 'question') return { entries, phase: { kind: 'idle' } };
  const { content } = last;
  const question = asked?.content === content ? asked : { key: newKey, content };
  return {
    entries: [...entries.slice(0, -1), { ...last, key: question.key }],
    phase: { kind: 'checking', question, text: '', sources: [] },
  };
}

/**
 * The whole life of a conversation. Events that do not belong to a phase (a late delta after Stop,
 * a second question while one is pending) leave the state as it is.
 */
export function transition(state: ChatState, event: ChatEvent): ChatState {
  if (event.type === 'stop-stored') return storeStopped(state, event);
  if (event.type === 'reminded') return remind(state, event.key);
  const { phase } = state;
  switch (phase.kind) {
    case 'idle':
      return event.type === 'asked' ? ask(state, event.question) : state;
    case 'failed':
      if (event.type === 'asked') return ask(state, event.question);
      if (event.type === 'retried') {
        return { entries: withoutLast(state), phase: waitFor(phase.question) };
      }
      return state;
    case 'waiting':
    case 'streaming':
    case 'checking':
      return transitionPending(state, phase, event);
  }
}

function waitFor(question: Question): Phase {
  return { kind: 'waiting', question, text: '', sources: [] };
}

function ask(state: ChatState, question: Question): ChatState {
  const asked: Entry = { kind: 'question', ...question };
  return { entries: withEntry(state, asked), phase: waitFor(question) };
}

/** At the end, but above an apology, which a retry takes away. */
function remind({ entries, phase }: ChatState, key: string): ChatState {
  const index = phase.kind === 'failed' ? -1 : entries.length;
  return { entries: entries.toSpliced(index, 0, { kind: 'reminder', key }), phase };
}

function storeStopped(
  state: ChatState,
  { question, message }: { question: Question; message: ReceivedAnswer },
): ChatState {
  const stored = answerEntry(question, storedAnswer(message));
  const entries = state.entries.map((entry) => (entry.key === stored.key ? stored : entry));
  return { ...state, entries };
}

function transitionPending(state: ChatState, phase: PendingPhase, event: ChatEvent): ChatState {
  const { question, text } = phase;
  const end = (message: ChatMessage): ChatState => ({
    entries: withEntry(state, answerEntry(question, message)),
    phase: { kind: 'idle' },
  });
  switch (event.type) {
    case 'sources':
      if (phase.kind === 'checking') return state;
      return { ...state, phase: { ...phase, sources: event.sources } };
    case 'delta':
      if (phase.kind === 'checking' || event.text === '') return state;
      return { ...state, phase: { ...phase, kind: 'streaming', text: text + event.text } };
    case 'done': {
      const sources = sameIfEqual(phase.sources, event.message.sources);
      return end(storedAnswer({ ...event.message, sources }));
    }
    case 'cut':
      return phase.kind === 'checking'
        ? state
        : { ...state, phase: { ...phase, kind: 'checking' } };
    case 'failed':
      return {
        entries: withEntry(state, { kind: 'apology', key: answerKey(question), hint: event.hint }),
        phase: { kind: 'failed', question },
      };
    case 'stopped':
      return end(stoppedAnswer(phase));
    case 'asked':
    case 'retried':
    case 'reminded':
    case 'stop-stored':
      return state;
  }
}
