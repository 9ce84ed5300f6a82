import { sql } from 'kysely';
import type { Database } from '../../server/src/platform/db/database.ts';
import { drawn, withMemory, time } from './fill-collection.ts';

const PEOPLE = 5_000;
const LOGS_PER_STATEMENT = 50_000;

/**
 * Adds logs in which people asked the given questions, each answered by six sentences with two sources, a
 * minute apart, a third of them rated and a tenth with a comment. The sentences are those of the
 * collection. @returns how many seconds it took.
 */
export async function fillLogs(
  { db }: Database,
  { count, questions }: { count: number; questions: readonly string[] },
): Promise<number> {
  await sql`create table bench_questions as select (ordinality - 1)::int as id, text
    from unnest(${questions}::text[]) with ordinality as given (text)`.execute(db);
  await sql`create index on bench_questions (id)`.execute(db);
  await sql`insert into users (provider_user_id)
    select 'bench-' || n from generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(db);
  const sentence = (salt: number) => sql`(select s.text from bench_sentences s where s.id =
    ${drawn('n * 8', salt, '(select max(id) + 1 from bench_sentences)')})`;
  const answer = sql.join([11, 12, 13, 14, 15, 16].map(sentence), sql` || ' [1] ' || `);
  return time(async () => {
    for (let start = 0; start < count; start += LOGS_PER_STATEMENT) {
      const last = Math.min(count, start + LOGS_PER_STATEMENT);
      await withMemory(db, async (trx) => {
        await sql`create temporary table asked on commit drop as
          select n, gen_random_uuid() as id, now() - interval '1 minute' * n as at
          from generate_series(${sql.lit(start + 1)}::bigint, ${sql.lit(last)}) n`.execute(trx);
        await sql`create temporary table people on commit drop as
          select row_number() over () - 1 as number, id from users where provider_user_id like 'bench-%'`.execute(
          trx,
        );
        await sql`insert into chat_logs (id, user_id, user_type, session_id, prompt, response, status, kind,
            matches, sources, created_at, answered_at)
          select a.id, p.id, 'free_auth', 'session-' || a.n / 5, q.text, ${answer}, 'answered', 'composed',
            jsonb_build_array(jsonb_build_object('source', 'Guide ' || n % 40, 'similarity', (n % 100) / 100.0),
              jsonb_build_object('source', 'Handbook ' || n % 7, 'similarity', 0.71)),
            jsonb_build_array(jsonb_build_object('title', 'Guide ' || n % 40, 'excerpt', ${sentence(11)})),
            a.at, a.at
          from asked a
          join people p on p.number = ${drawn('a.n', 7, PEOPLE)}
          join bench_questions q on q.id = ${drawn('a.n', 8, questions.length)}`.execute(trx);
        await sql`insert into feedback (message_id, user_id, thumbs, text_feedback, updated_at,
            asked_at)
          select l.id, l.user_id, case when a.n % 5 = 0 then 'down' else 'up' end,
            case when a.n % 10 = 0 then 'That helped, thank you.' else '' end, a.at, a.at
          from asked a join chat_logs l using (id) where a.n % 3 = 0 or a.n % 10 = 0`.execute(trx);
      });
    }
    await sql`vacuum analyze chat_logs, feedback, users`.execute(db);
  });
}
