import { sql, type Kysely } from 'kysely';
import type { Thumb } from '@pathway/contract/chat';
import type { Tables } from '../../platform/db/tables.ts';

export interface Feedback {
  messageId: string;
  userId: string;
  thumb: Thumb;
  text: string;
}

export interface FeedbackStore {
  /**
   * Keeps one record per answer; returns false when the answer is not this user's. A text that is
   * already there survives a later record without one, so the order of arrival does not matter.
   */
  save(feedback: Feedback, at: Date): Promise<boolean>;
}

export function createFeedbackStore(db: Kysely<Tables>): FeedbackStore {
  return {
    async save({ messageId, userId, thumb, text }, at) {
      const { rows } = await sql`
        insert into feedback (message_id, user_id, thumbs, text_feedback, updated_at, asked_at)
        select id, user_id, ${thumb}, ${text}, ${at}::timestamptz, created_at from chat_logs
        where id = ${messageId} and user_id = ${userId} and status in ('answered', 'aborted')
        on conflict (message_id) do update set
          thumbs = excluded.thumbs,
          text_feedback = coalesce(nullif(excluded.text_feedback, ''), feedback.text_feedback),
          updated_at = excluded.updated_at
        returning message_id`.execute(db);
      return rows.length > 0;
    },
  };
}
