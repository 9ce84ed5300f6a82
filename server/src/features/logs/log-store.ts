import { type Source, sourceSchema } from '@pathway/contract/chat';
import { logMatchSchema, type ChatLog } from '@pathway/contract/logs';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../platform/db/tables.ts';

const PAGE_ROWS = 1_000;

export interface LogStore {
  /** Every finished question with its feedback, newest first, in pages. */
  pages(): AsyncGenerator<ChatLog[]>;
  /** The passages that an answer cites; undefined when there is no such finished question. */
  listPassages(id: string): Promise<Source[] | undefined>;
  /** Deletes at most `max` questions asked before a moment, with answer and feedback; returns how many. */
  deleteBatch(before: Date, max: number): Promise<number>;
}

const matchesSchema = z.array(logMatchSchema);
const passagesSchema = z.array(sourceSchema);

export function createLogStore(db: Kysely<Tables>): LogStore {
  return {
    async *pages() {
      let last: Row | undefined;
      do {
        const rows = await selectPage(db, last);
        yield rows.map(toLog);
        last = rows.length === PAGE_ROWS ? rows.at(-1) : undefined;
      } while (last !== undefined);
    },
    async listPassages(id) {
      const row = await db
        .selectFrom('chat_logs')
        .select('sources')
        .where('id', '=', id)
        .where('status', '!=', 'pending')
        .executeTakeFirst();
      return row && passagesSchema.parse(row.sources);
    },
    async deleteBatch(before, max) {
      const { rows } = await sql`
        delete from chat_logs where id in (
          select id from chat_logs where created_at < ${before.toISOString()}::timestamptz
          limit ${max} for update skip locked)
        returning id`.execute(db);
      return rows.length;
    },
  };
}

type Row = Awaited<ReturnType<typeof selectPage>>[number];

/** `position` keeps the microseconds that a Date would lose. */
function selectPage(db: Kysely<Tables>, after?: { id: string; position: string }) {
  const page = db
    .selectFrom('chat_logs')
    .leftJoin('feedback', 'feedback.message_id', 'chat_logs.id')
    .select([
      'chat_logs.id',
      'chat_logs.created_at',
      'chat_logs.user_type',
      'chat_logs.session_id',
      'chat_logs.prompt',
      'chat_logs.response',
      'chat_logs.matches',
      'chat_logs.care',
      'feedback.thumbs',
      'feedback.text_feedback',
      'feedback.updated_at',
      sql<string>`chat_logs.created_at::text`.as('position'),
    ])
    .where('chat_logs.status', '!=', 'pending')
    .orderBy('chat_logs.created_at', 'desc')
    .orderBy('chat_logs.id', 'desc')
    .limit(PAGE_ROWS);
  if (after === undefined) return page.execute();
  const isOlder = sql<boolean>`(chat_logs.created_at, chat_logs.id) < (${after.position}::timestamptz, ${after.id}::uuid)`;
  return page.where(isOlder).execute();
}

function toLog(row: Row): ChatLog {
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
