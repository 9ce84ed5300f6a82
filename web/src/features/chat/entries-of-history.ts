import type { ChatMessage } from '@pathway/contract/chat';
import { HISTORY_MAX_MESSAGES } from '@pathway/contract/limits';
import type { Entry } from './chat-machine.ts';
import { MESSAGES } from './messages.ts';

/** Marks the oldest end of what the server gives out. */
const END_OF_HISTORY: ChatMessage = {
  id: 'end-of-history',
  role: 'system',
  content: MESSAGES.endOfHistory,
  feedback: null,
  feedbackSubmitted: false,
  feedbackText: '',
};

function entryOf(message: ChatMessage, index: number): Entry {
  const key = message.id ?? `history-${index}`;
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
  const isFull = history.length === HISTORY_MAX_MESSAGES;
  return (isFull ? [END_OF_HISTORY, ...history] : history).map(entryOf);
}
