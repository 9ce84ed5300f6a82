import type { FeedbackFilter } from '@pathway/contract/log-book';
import { normaliseQuestion } from '@pathway/contract/log-digest';
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** The filters of the screen of logs, as they arrive: instants in epoch milliseconds, '' for what is not set. */
export interface LogFilters {
  from: string;
  until: string;
  feedback: FeedbackFilter;
  question: string;
}

/** Logs that match, as the tables, the two columns that order them, and the conditions of a query. */
export interface MatchingLogs {
  tables: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

export const NO_FILTERS: LogFilters = { from: '', until: '', feedback: 'all', question: '' };

/**
 * The finished logs that filters leave, read from whichever table is narrowest: its index of times gives them
 * in their order, newest first. Logs are found by their question once they are digested.
 */
export function matchLogs({ from, until, feedback, question }: LogFilters): MatchingLogs {
  if (question !== '') {
    const key = sql`d.question_key = ${keyOfQuestion(normaliseQuestion(question))}::uuid`;
    return {
      tables: sql`log_digests d
        join chat_logs l on l.id = d.log_id and l.status <> 'pending'
        left join feedback f on f.message_id = d.log_id`,
      at: sql`d.asked_at`,
      id: sql`d.log_id`,
      where: allOf([key, within(sql`d.asked_at`, { from, until }), isRated(feedback)]),
    };
  }
  if (feedback !== 'all') {
    // Who is rated has finished.
    return {
      tables: sql`feedback f`,
      at: sql`f.asked_at`,
      id: sql`f.message_id`,
      where: allOf([within(sql`f.asked_at`, { from, until }), isRated(feedback)]),
    };
  }
  return {
    tables: sql`chat_logs l`,
    at: sql`l.created_at`,
    id: sql`l.id`,
    where: allOf([sql`l.status <> 'pending'`, within(sql`l.created_at`, { from, until })]),
  };
}

/** `f` is the table of feedback. */
export function isRated(feedback: FeedbackFilter): RawBuilder<unknown> {
  if (feedback === 'all') return sql`true`;
  return feedback === 'with_text' ? sql`f.has_text` : sql`f.thumbs = ${sql.lit(feedback)}`;
}

/** A column's time, in whole milliseconds as the browser has it, is from `from` to `until`, both included. */
export function within(
  column: RawBuilder<unknown>,
  { from, until }: Pick<LogFilters, 'from' | 'until'>,
): RawBuilder<unknown> {
  return allOf([
    from === '' ? sql`true` : sql`${column} >= ${toInstant(Number(from))}::timestamptz`,
    until === '' ? sql`true` : sql`${column} < ${toInstant(Number(until) + 1)}::timestamptz`,
  ]);
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const FIRST_INSTANT_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant as PostgreSQL reads it; no log is older or younger than what it can. */
export function toInstant(epochMs: number): string {
  return new Date(Math.min(Math.max(epochMs, FIRST_INSTANT_MS), LAST_INSTANT_MS)).toISOString();
}

/** The same for questions that are the same but for case and punctuation, as a UUID. */
export function keyOfQuestion(normalised: string): string {
  return createHash('sha256').update(normalised).digest('hex').slice(0, 32);
}
