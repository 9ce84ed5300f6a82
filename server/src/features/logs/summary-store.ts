import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { countRatings } from './log-store.ts';
import { allOf, type LogFilters, toInstant, within } from './match-logs.ts';

/** The same as the screen lists where it holds all logs itself. */
const TOP_SOURCES = 3;
const QUESTIONS_MAX = 10;
const CARED_MAX = 50;

type Dates = Pick<LogFilters, 'from' | 'until'>;

export interface LogInsight {
  all: number;
  up: number;
  down: number;
  /** Logs from each bound to the next. */
  days: number[];
  /** The names that most logs used, the most used first; of those as frequent, the ones used last. */
  sources: { source: string; count: number }[];
}

export interface LogCoverage {
  all: number;
  topics: { topic: string; count: number }[];
  weak: { prompt: string; count: number; similarity: number | null }[];
  repeated: { prompt: string; count: number }[];
  cared: { id: string; prompt: string }[];
  used: string[];
}

/** Summaries of the logs of some dates, from their digests, which must be up to date. */
export interface LogSummaryStore {
  /** `bounds` are instants in epoch milliseconds, ascending. */
  summarise(dates: Dates, bounds: readonly number[]): Promise<LogInsight>;
  /** `care` names the topic that logs must have got care on, '' for all logs. */
  cover(dates: Dates, care: string): Promise<LogCoverage>;
}

export function createLogSummaryStore(db: Kysely<Tables>): LogSummaryStore {
  return {
    async summarise(dates, bounds) {
      const { all, days } = await countPerDay(db, dates, bounds);
      const { up, down } = await countRatings(db, dates);
      return { all, up, down, days, sources: await rankSources(db, dates) };
    },
    async cover(dates, care) {
      const dated = within(sql`d.asked_at`, dates);
      const wanted = care === '' ? dated : allOf([dated, sql`d.care @> array[${care}]`]);
      return {
        all: (await countPerDay(db, dates, [])).all,
        topics: await countCare(db, dated),
        weak: await rankQuestions(db, { wanted, dates, kind: 'weak' }),
        repeated: await rankQuestions(db, { wanted, dates, kind: 'repeated' }),
        cared: care === '' ? [] : await listCared(db, wanted),
        used: await listUsed(db, dated),
      };
    },
  };
}

async function countPerDay(db: Kysely<Tables>, dates: Dates, bounds: readonly number[]) {
  const { rows } = await sql<{ bucket: number; count: number }>`
    select width_bucket(l.created_at, ${bounds.map(toInstant)}::timestamptz[]) as bucket, count(*) as count
    from chat_logs l where l.status <> 'pending' and ${within(sql`l.created_at`, dates)}
    group by 1`.execute(db);
  const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]));
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    days: bounds.slice(1).map((_, index) => counts.get(index + 1) ?? 0),
  };
}

/** Of names as frequent comes first what the newest log used first, as in a list of logs that is read from its top. */
async function rankSources(db: Kysely<Tables>, dates: Dates): Promise<LogInsight['sources']> {
  const dated = within(sql`d.asked_at`, dates);
  const { rows } = await sql<LogInsight['sources'][number]>`
    select top.source, top.count from (
      select source, count(*) as count, max(d.asked_at) as at
      from log_digests d, unnest(d.sources) source where ${dated}
      group by source order by count desc, at desc fetch first ${sql.lit(TOP_SOURCES)} rows with ties
    ) top, lateral (
      select d.log_id, array_position(d.sources, top.source) as position from log_digests d
      where d.asked_at = top.at and top.source = any(d.sources) order by d.log_id desc limit 1
    ) newest
    order by top.count desc, top.at desc, newest.log_id desc, newest.position
    limit ${sql.lit(TOP_SOURCES)}`.execute(db);
  return rows;
}

async function countCare(
  db: Kysely<Tables>,
  dated: RawBuilder<unknown>,
): Promise<LogCoverage['topics']> {
  const { rows } = await sql<LogCoverage['topics'][number]>`
    select topic, count(*) as count from log_digests d, unnest(d.care) topic
    where d.care <> '{}' and ${dated} group by topic`.execute(db);
  return rows;
}

interface WantedQuestions {
  /** Which digests `d` are looked at. */
  wanted: RawBuilder<unknown>;
  /** The dates among them, for the table of feedback. */
  dates: Dates;
  kind: 'weak' | 'repeated';
}

/**
 * The questions asked most often, without those whose newest rating is thumbs up, each in the words and with
 * the similarity of the newest log that asked it; of those as frequent the ones asked last.
 */
async function rankQuestions(
  db: Kysely<Tables>,
  { wanted, dates, kind }: WantedQuestions,
): Promise<LogCoverage['weak']> {
  const isAsked = kind === 'weak' ? sql`d.is_weak` : sql`d.has_prompt`;
  const atLeast = sql.lit(kind === 'weak' ? 1 : 2);
  const { rows } = await sql<LogCoverage['weak'][number]>`
    with helpful as materialized (
      select question_key from (
        select distinct on (d.question_key) d.question_key, f.thumbs
        from feedback f join log_digests d on d.log_id = f.message_id
        where ${within(sql`f.asked_at`, dates)} and ${wanted}
        order by d.question_key, f.asked_at desc, f.message_id desc) rated
      where thumbs = 'up'
    ), top as (
      select d.question_key, count(*) as count, max(d.asked_at) as at
      from log_digests d
      where ${isAsked} and ${wanted}
        and not exists (select from helpful h where h.question_key = d.question_key)
      group by d.question_key having count(*) >= ${atLeast}
      order by count desc, at desc fetch first ${sql.lit(QUESTIONS_MAX)} rows with ties
    )
    select l.prompt, top.count, newest.similarity
    from top, lateral (
      select d.log_id, d.similarity from log_digests d
      where d.question_key = top.question_key and d.asked_at = top.at and ${isAsked} and ${wanted}
      order by d.log_id desc limit 1
    ) newest join chat_logs l on l.id = newest.log_id
    order by top.count desc, top.at desc, newest.log_id desc
    limit ${sql.lit(QUESTIONS_MAX)}`.execute(db);
  return rows;
}

async function listCared(
  db: Kysely<Tables>,
  wanted: RawBuilder<unknown>,
): Promise<LogCoverage['cared']> {
  const { rows } = await sql<LogCoverage['cared'][number]>`
    select l.id, l.prompt from (
      select d.log_id, d.asked_at from log_digests d where d.care <> '{}' and ${wanted}
      order by d.asked_at desc, d.log_id desc limit ${sql.lit(CARED_MAX)}
    ) newest join chat_logs l on l.id = newest.log_id
    order by newest.asked_at desc, newest.log_id desc`.execute(db);
  return rows;
}

async function listUsed(db: Kysely<Tables>, dated: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from log_digests d, unnest(d.used) name where ${dated}`.execute(db);
  return rows.map(({ name }) => name);
}
