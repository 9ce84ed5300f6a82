import type { Kysely } from 'kysely';
import type { Answer, Question } from '../../assistant/answer.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Turns of a conversation that the assistant is told. */
const REMEMBERED_ANSWERS = 10;

/** An answer, whole or as far as it came when its asker stopped it. */
export interface Ending extends Pick<Answer, 'text' | 'sources' | 'matches' | 'suggestions'> {
  status: 'answered' | 'aborted';
}

/** What the answering of one question reads and writes. */
export interface AnswerStore {
  /** The conversation so far, and what the asker told about themselves. */
  readContext(
    userId: string,
    sessionId: string,
  ): Promise<Pick<Question, 'history' | 'screenName' | 'goals'>>;
  /** Stores how a question under way ended; one that has ended already stays as it is. */
  saveAnswer(id: string, ending: Ending, at: Date): Promise<void>;
  markFailed(id: string, at: Date): Promise<void>;
  /** Ends every question under way: for the start of the only process of a database. */
  markAllFailed(at: Date): Promise<void>;
}

export function createAnswerStore(db: Kysely<Tables>): AnswerStore {
  return {
    async readContext(userId, sessionId) {
      const reading = db
        .selectFrom('chat_logs')
        .select(['prompt', 'response'])
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .where('status', 'in', ['answered', 'aborted'])
        .where('response', '!=', '')
        .orderBy('created_at', 'desc')
        .limit(REMEMBERED_ANSWERS)
        .execute();
      const readingProfile = db
        .selectFrom('profiles')
        .select(['screen_name', 'goals'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const [rows, profile] = await Promise.all([reading, readingProfile]);
      return {
        history: rows.toReversed().flatMap(({ prompt, response }) => [
          { role: 'user' as const, content: prompt },
          { role: 'assistant' as const, content: response },
        ]),
        screenName: profile?.screen_name ?? '',
        goals: profile?.goals ?? '',
      };
    },

    async saveAnswer(id, { status, text, matches, sources, suggestions = [] }, at) {
      await db
        .updateTable('chat_logs')
        .set({
          status,
          response: storable(text),
          matches: toJson(matches),
          sources: toJson(sources),
          suggestions: toJson(suggestions),
          answered_at: at,
        })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
    },

    async markFailed(id, at) {
      await db
        .updateTable('chat_logs')
        .set({ status: 'failed', answered_at: at })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .execute();
    },

    async markAllFailed(at) {
      await db
        .updateTable('chat_logs')
        .set({ status: 'failed', answered_at: at })
        .where('status', '=', 'pending')
        .execute();
    },
  };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? storable(item) : item,
  );
}

/** PostgreSQL keeps no NUL and, in JSON, no half of a surrogate pair; a source may hold both. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
