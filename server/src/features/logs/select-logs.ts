import { type ChatLog, logMatchSchema } from '@pathway/contract/logs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../platform/db/tables.ts';
import { allOf, type LogFilters, matchLogs } from './match-logs.ts';

export interface LogPage {
  logs: ChatLog[];
  /** Where it ended; null on the last page. */
  next: string | null;
}

const matchesSchema = z.array(logMatchSchema);

/** At most `limit` of the logs that filters leave, newest first, after where another page ended, '' for the first. */
export async function selectPage(
  db: Kysely<Tables>,
  wanted: { filters: LogFilters; after: string; limit: number },
): Promise<LogPage> {
  const { filters, after, limit } = wanted;
  const { tables, at, id, where } = matchLogs(filters);
  const conditions = [where, ...(after === '' ? [] : [isOlder(at, id, after)])];
  // Narrow rows are put in order first, whole ones are read for those of the page alone.
  const rows = await selectLogs(
    db,
    sql`select ${id} as id from ${tables} where ${allOf(conditions)}
      order by ${at} desc, ${id} desc limit ${sql.lit(limit)}`,
  );
  const last = rows.at(-1);
  return {
    logs: rows.map(toLog),
    next: rows.length === limit && last !== undefined ? toCursor(last) : null,
  };
}

/** Whether a log, by its two ordering columns, is older than where a page ended. */
export function isOlder(
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  cursor: string,
): RawBuilder<unknown> {
  const [instant, lastId] = cursor.split('_');
  return sql`(${at}, ${id}) < (${instant}::timestamptz, ${lastId}::uuid)`;
}

/** As {@link isOlder}, the other way round. */
export function isNewer(
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  cursor: string,
): RawBuilder<unknown> {
  const [instant, lastId] = cursor.split('_');
  return sql`(${at}, ${id}) > (${instant}::timestamptz, ${lastId}::uuid)`;
}

export function toCursor({ id, instant }: Pick<LogRow, 'id' | 'instant'>): string {
  return `${instant}_${id}`;
}

/** A log with its feedback. */
export interface LogRow {
  id: string;
  created_at: Date;
  user_type: string;
  session_id: string;
  prompt: string;
  response: string;
  matches: unknown;
  care: string[];
  thumbs: 'up' | 'down' | null;
  text_feedback: string | null;
  updated_at: Date | null;
  /** When it was asked, with the microseconds that a Date would lose. */
  instant: string;
  /** When it was answered, as PostgreSQL writes it. */
  answered: string | null;
}

/** The finished ones of the logs whose ids a query selects, newest first. */
export async function selectLogs(db: Kysely<Tables>, ids: RawBuilder<unknown>): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.created_at, l.user_type, l.session_id, l.prompt, l.response, l.matches, l.care,
      f.thumbs, f.text_feedback, f.updated_at,
      to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as instant,
      l.answered_at::text as answered
    from (${ids}) page join chat_logs l on l.id = page.id
    left join feedback f on f.message_id = l.id
    where l.status <> 'pending'
    order by l.created_at desc, l.id desc`.execute(db);
  return rows;
}

export function toLog(row: LogRow): ChatLog {
  return {
    id: row.id,
    timestamp: row.created_at.toISOString(),
    user_type: row.user_type,
    session_id: row.session_id,
    prompt: row.prompt,
    response: row.response,
    matches: matchesSchema.parse(row.matches),
    feedback: row.thumbs ?? '',
    feedback_text: row.text_feedback ?? '',
    feedback_timestamp: row.updated_at?.toISOString() ?? null,
    ...(row.care.length > 0 && { care: row.care }),
  };
}
