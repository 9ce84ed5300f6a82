import type { ChatMessage } from '@pathway/contract/chat';
import { HISTORY_MAX_MESSAGES } from '@pathway/contract/limits';
import { VISITOR_ERRORS } from '@pathway/contract/visitor-errors';
import type { Entry } from './chat-machine.ts';

/** The id of the system message at the oldest end of what the server gives out. */
const END_OF_HISTORY = 'end-of-history';

/** The history tells of a failed answer in the words of the catalogue, or in none. */
function isApology({ id, role, content, stopped }: ChatMessage): boolean {
  if (role !== 'assistant') return false;
  if (content.trim() === '') return stopped !== true;
  return id === null && content === VISITOR_ERRORS.answer_failed.text;
}

/** One row, or none for a message that says nothing. Ids may be missing or repeat: the key is its index. */
function entriesOf(message: ChatMessage, index: number): Entry[] {
  const { id, role, content, asked_at: askedAt } = message;
  const key = `history-${index}`;
  if (isApology(message)) return [{ kind: 'apology', key, hint: null }];
  if (role === 'assistant') return [{ kind: 'answer', key, message }];
  if (role === 'system' && id === END_OF_HISTORY) {
    return [{ kind: 'notice', key: END_OF_HISTORY, content: content || null }];
  }
  if (content.trim() === '') return [];
  if (role === 'system') return [{ kind: 'notice', key, content }];
  return [{ kind: 'question', key: `${key}:question`, content, askedAt }];
}

/**
 * Stored messages (oldest first) as rows, under the end-of-history notice when the list is full and
 * the server has not put it there itself.
 */
export function entriesOfHistory(history: readonly ChatMessage[]): Entry[] {
  const entries = history.flatMap(entriesOf);
  const isEnd = history.length === HISTORY_MAX_MESSAGES;
  if (!isEnd || entries.some(({ key }) => key === END_OF_HISTORY)) return entries;
  return [{ kind: 'notice', key: END_OF_HISTORY, content: null }, ...entries];
}
