import type { ChatMessage } from '@pathway/contract/chat';
import { ERROR_CATALOGUE } from '@pathway/contract/errors';
import { HISTORY_MAX_MESSAGES } from '@pathway/contract/limits';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { readAnswerExtras } from './read-answer-extras.ts';

export interface HistoryStore {
  /** The newest messages of a user, oldest first, at most 60. */
  list(userId: string): Promise<ChatMessage[]>;
}

export function createHistoryStore(db: Kysely<Tables>): HistoryStore {
  return {
    async list(userId) {
      const rows = await selectNewest(db, userId);
      return rows.toReversed().flatMap(toMessages).slice(-HISTORY_MAX_MESSAGES);
    },
  };
}

type Row = Awaited<ReturnType<typeof selectNewest>>[number];

function selectNewest(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('chat_logs')
    .leftJoin('feedback', 'feedback.message_id', 'chat_logs.id')
    .select([
      'chat_logs.id',
      'chat_logs.prompt',
      'chat_logs.response',
      'chat_logs.status',
      'chat_logs.sources',
      'chat_logs.suggestions',
      'feedback.thumbs',
      'feedback.text_feedback',
    ])
    .where('chat_logs.user_id', '=', userId)
    .orderBy('chat_logs.created_at', 'desc')
    .orderBy('chat_logs.id')
    .limit(HISTORY_MAX_MESSAGES)
    .execute();
}

const NO_FEEDBACK = { feedback: null, feedbackSubmitted: false, feedbackText: '' } as const;

/** A question and what came of it, as the screen showed it: an answer, an apology, or nothing yet. */
function toMessages(row: Row): ChatMessage[] {
  const question = { id: null, role: 'user', content: row.prompt, ...NO_FEEDBACK } as const;
  if (row.status === 'pending') return [question];
  if (row.status === 'failed') {
    const apology = ERROR_CATALOGUE.answer_failed.text;
    return [question, { id: null, role: 'assistant', content: apology, ...NO_FEEDBACK }];
  }
  return [question, toAnswer(row)];
}

function toAnswer(row: Row): ChatMessage {
  return {
    // An answer that was stopped before its first word is nothing to rate.
    id: row.response === '' ? null : row.id,
    role: 'assistant',
    content: row.response,
    feedback: row.thumbs,
    feedbackSubmitted: row.thumbs !== null,
    feedbackText: row.text_feedback ?? '',
    ...readAnswerExtras(row),
  };
}
