import { digestLog } from '@pathway/contract/log-digest';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { keyOfQuestion } from './match-logs.ts';
import { type LogRow, selectLogs, toLog } from './select-logs.ts';

const LOGS_AT_ONCE = 1_000;
/** Looking for what is missing goes through all logs, so it finds many at a time. */
const MISSING_AT_ONCE = 50_000;

export interface LogDigestStore {
  /**
   * Digests the finished questions that are not digested yet, or that changed since. Whoever asks for a
   * summary calls it first, so that it is true; mostly there is next to nothing to do. Callers at the same
   * time wait for the same work.
   */
  catchUp(): Promise<void>;
  /** The same, but looks at every log again, however old. @returns how many it digested. */
  catchUpWithAll(signal?: AbortSignal): Promise<number>;
}

export function createLogDigestStore(db: Kysely<Tables>): LogDigestStore {
  /** Whether this process has looked at all logs once: what changes after that was asked lately. */
  let hasLookedAtAll = false;
  let running: Promise<number> | undefined;

  async function catchUpWithAll(signal?: AbortSignal): Promise<number> {
    const digested = await digestMissing(db, sql`true`, signal);
    hasLookedAtAll = true;
    return digested;
  }
  return {
    async catchUp() {
      running ??= (hasLookedAtAll ? digestMissing(db, WAS_ASKED_LATELY) : catchUpWithAll()).finally(
        () => (running = undefined),
      );
      await running;
    },
    catchUpWithAll,
  };
}

/** Nobody waits that long for an answer, and who asks anew gives the question a new time. */
const WAS_ASKED_LATELY = sql`l.created_at > now() - interval '1 day'`;

/** @returns how many it digested. */
async function digestMissing(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  let digested = 0;
  for (;;) {
    const missing = await listMissing(db, condition);
    for (let start = 0; start < missing.length; start += LOGS_AT_ONCE) {
      signal?.throwIfAborted();
      await digest(db, missing.slice(start, start + LOGS_AT_ONCE));
    }
    digested += missing.length;
    if (missing.length < MISSING_AT_ONCE) return digested;
  }
}

async function listMissing(db: Kysely<Tables>, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from chat_logs l
    where l.status <> 'pending' and ${condition} and not exists (
      select from log_digests d where d.asked_at = l.created_at and d.log_id = l.id
        and d.answered_at is not distinct from l.answered_at)
    limit ${sql.lit(MISSING_AT_ONCE)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function digest(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const rows = await selectLogs(db, sql`select unnest(${ids}::uuid[]) as id`);
  // Who was erased meanwhile stays erased; what changed meanwhile keeps the times of what was read.
  await sql`
    insert into log_digests (log_id, asked_at, answered_at, question_key, has_prompt, is_weak, similarity,
      sources, used, care)
    select r.log_id, r.asked_at, r.answered_at, r.question_key, r.has_prompt, r.is_weak, r.similarity,
      r.sources, r.used, r.care
    from jsonb_to_recordset(${JSON.stringify(rows.map(toDigestRow))}::jsonb) as r (
      log_id uuid, asked_at timestamptz, answered_at timestamptz, question_key uuid, has_prompt boolean,
      is_weak boolean, similarity double precision, sources text[], used text[], care text[])
    join chat_logs l on l.id = r.log_id
    for key share of l
    on conflict (log_id) do update set
      asked_at = excluded.asked_at, answered_at = excluded.answered_at, question_key = excluded.question_key,
      has_prompt = excluded.has_prompt, is_weak = excluded.is_weak, similarity = excluded.similarity,
      sources = excluded.sources, used = excluded.used, care = excluded.care`.execute(db);
}

function toDigestRow(row: LogRow) {
  const digested = digestLog(toLog(row));
  return {
    log_id: row.id,
    asked_at: row.instant,
    answered_at: row.answered,
    question_key: keyOfQuestion(digested.question),
    has_prompt: digested.hasPrompt,
    is_weak: digested.isWeak,
    similarity: digested.similarity,
    sources: digested.sources,
    used: digested.used,
    care: digested.care,
  };
}
