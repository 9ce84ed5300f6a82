import { type Source, sourceSchema } from '@pathway/contract/chat';
import type { ChatLog } from '@pathway/contract/logs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../platform/db/tables.ts';
import { allOf, isRated, type LogFilters, matchLogs, NO_FILTERS, within } from './match-logs.ts';
import {
  isNewer,
  isOlder,
  type LogPage,
  selectLogs,
  selectPage,
  toCursor,
  toLog,
} from './select-logs.ts';

/** Read at a time where all are wanted. */
const ROWS_AT_ONCE = 1_000;

export interface LogCounts {
  /** All finished questions. */
  total: number;
  /** Those of the dates and the question, and what each feedback filter leaves of them. */
  all: number;
  up: number;
  down: number;
  with_text: number;
}

/** A log, its row from 1 among those of some filters and its neighbours there; null where it is not among them. */
export interface FoundLog {
  log: ChatLog;
  place: number | null;
  previous: string | null;
  next: string | null;
}

export interface LogStore {
  /** The finished questions that filters leave, by default all, with their feedback, newest first, in pages. */
  pages(filters?: LogFilters): AsyncGenerator<ChatLog[]>;
  /** As much of them as one page holds, after where another one ended, '' for the first. */
  readPage(wanted: { filters: LogFilters; after: string; limit: number }): Promise<LogPage>;
  /** Whether there are more than so many. */
  exceed(count: number): Promise<boolean>;
  count(filters: Omit<LogFilters, 'feedback'>): Promise<LogCounts>;
  /** Undefined when there is no such finished question. */
  find(id: string, filters: LogFilters): Promise<FoundLog | undefined>;
  /** What else was asked in the session of a question, in the order of asking; undefined as for `find`. */
  listSession(id: string): Promise<Pick<ChatLog, 'id' | 'timestamp' | 'prompt'>[] | undefined>;
  /** The passages that an answer cites; undefined when there is no such finished question. */
  listPassages(id: string): Promise<Source[] | undefined>;
  /** Deletes at most `max` questions asked before a moment, with answer and feedback; returns how many. */
  deleteBatch(before: Date, max: number): Promise<number>;
}

const passagesSchema = z.array(sourceSchema);

export function createLogStore(db: Kysely<Tables>): LogStore {
  const finished = (id: string) =>
    db.selectFrom('chat_logs').where('id', '=', id).where('status', '!=', 'pending');
  return {
    async *pages(filters = NO_FILTERS) {
      let after: string | null = '';
      do {
        const page: LogPage = await selectPage(db, { filters, after, limit: ROWS_AT_ONCE });
        yield page.logs;
        after = page.next;
      } while (after !== null);
    },
    readPage: (wanted) => selectPage(db, wanted),
    async exceed(count) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from (
        select from chat_logs where status <> 'pending' limit ${sql.lit(count + 1)}) finished`.execute(
        db,
      );
      return (rows[0]?.count ?? 0) > count;
    },
    async count(filters) {
      const total = await countAll(db, NO_FILTERS);
      if (filters.question !== '') return { total, ...(await countAsked(db, filters)) };
      const isDated = filters.from !== '' || filters.until !== '';
      const all = isDated ? await countAll(db, filters) : total;
      return { total, all, ...(await countRatings(db, filters)) };
    },
    async find(id, filters) {
      const [row] = await selectLogs(db, sql`select ${id}::uuid as id`);
      return row && { log: toLog(row), ...(await findPlace(db, row, filters)) };
    },
    async listSession(id) {
      const log = await finished(id).select('session_id').executeTakeFirst();
      if (log === undefined) return undefined;
      if (log.session_id === '') return [];
      const others = await db
        .selectFrom('chat_logs')
        .select(['id', 'created_at', 'prompt'])
        .where('session_id', '=', log.session_id)
        .where('status', '!=', 'pending')
        .where('id', '!=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return others.map(({ id: other, created_at: at, prompt }) => ({
        id: other,
        timestamp: at.toISOString(),
        prompt,
      }));
    },
    async listPassages(id) {
      const row = await finished(id).select('sources').executeTakeFirst();
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

async function countAll(
  db: Kysely<Tables>,
  filters: Pick<LogFilters, 'from' | 'until'>,
): Promise<number> {
  const { tables, where } = matchLogs({ ...NO_FILTERS, from: filters.from, until: filters.until });
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${tables} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type Ratings = Pick<LogCounts, 'up' | 'down' | 'with_text'>;

const RATINGS = sql.join(
  (['up', 'down', 'with_text'] as const).map(
    (kind) => sql`count(*) filter (where ${isRated(kind)}) as ${sql.ref(kind)}`,
  ),
);

/** How the logs of some dates were rated. */
export async function countRatings(
  db: Kysely<Tables>,
  dates: Pick<LogFilters, 'from' | 'until'>,
): Promise<Ratings> {
  const { rows } = await sql<Ratings>`
    select ${RATINGS} from feedback f where ${within(sql`f.asked_at`, dates)}`.execute(db);
  return rows[0] ?? { up: 0, down: 0, with_text: 0 };
}

async function countAsked(
  db: Kysely<Tables>,
  filters: Omit<LogFilters, 'feedback'>,
): Promise<Omit<LogCounts, 'total'>> {
  const { tables, where } = matchLogs({ ...filters, feedback: 'all' });
  const { rows } = await sql<Omit<LogCounts, 'total'>>`
    select count(*) as "all", ${RATINGS} from ${tables} where ${where}`.execute(db);
  return rows[0] ?? { all: 0, up: 0, down: 0, with_text: 0 };
}

async function findPlace(
  db: Kysely<Tables>,
  row: { id: string; instant: string },
  filters: LogFilters,
): Promise<Omit<FoundLog, 'log'>> {
  const { tables, at, id, where } = matchLogs(filters);
  const cursor = toCursor(row);
  const [newer, older] = [isNewer(at, id, cursor), isOlder(at, id, cursor)];
  const ids = (condition: RawBuilder<unknown>, direction: 'asc' | 'desc') =>
    sql`(select ${id} from ${tables} where ${allOf([where, condition])}
      order by ${at} ${sql.raw(direction)}, ${id} ${sql.raw(direction)} limit 1)`;
  const { rows } = await sql<{ place: number; previous: string | null; next: string | null }>`
    select (select count(*) from ${tables} where ${allOf([where, newer])}) + 1 as place,
      ${ids(newer, 'asc')} as previous, ${ids(older, 'desc')} as next
    where exists (select from ${tables} where ${allOf([where, sql`${id} = ${row.id}::uuid`])})`.execute(
    db,
  );
  return rows[0] ?? { place: null, previous: null, next: null };
}
