import type { ChatMessage } from '@pathway/contract/chat';
import { ERROR_CATALOGUE } from '@pathway/contract/errors';
import { HISTORY_MAX_MESSAGES } from '@pathway/contract/limits';
import type { Entry } from './chat-machine.ts';

/** The system message at the oldest end of what the server gives out. */
const END_OF_HISTORY: Entry = { kind: 'notice', key: 'end-of-history', content: null };

/** The history tells of a failed answer in the words of the catalogue. */
function isApology({ id, role, content }: ChatMessage): boolean {
  return role === 'assistant' && id === null && content === ERROR_CATALOGUE.answer_failed.text;
}

function entryOf(message: ChatMessage, index: number): Entry {
  const key = message.id ?? `history-${index}`;
  if (isApology(message)) return { kind: 'apology', key, hint: null };
  switch (message.role) {
    case 'system':
      return { kind: 'notice', key, content: message.content };
    case 'user':
      return { kind: 'question', key: `${key}:question`, content: message.content };
    case 'assistant':
      return { kind: 'answer', key, message };
  }
}

/** Stored messages (oldest first) as rows, under the end-of-history notice when the list is full. */
export function entriesOfHistory(history: readonly ChatMessage[]): Entry[] {
  const entries = history.map(entryOf);
  return history.length === HISTORY_MAX_MESSAGES ? [END_OF_HISTORY, ...entries] : entries;
}
