import type { DatabasePair } from './start-database-pair.ts';
import type { Ledger } from './visitors.ts';

/** Makes the database write down each time that a document becomes `Ready` or an answer is stored. */
export async function watchEffects(databases: DatabasePair): Promise<void> {
  await databases.ask(`
    create table effects (id uuid not null, at timestamptz not null default now());
    create function note_effect() returns trigger language plpgsql as $$
      begin insert into effects (id) values (new.id); return new; end $$;
    create trigger note_document after update of status on documents for each row
      when (new.status = 'Ready') execute function note_effect();
    create trigger note_answer after update of status on chat_logs for each row
      when (new.status = 'answered') execute function note_effect();`);
}

/** How many rows the question of a key has, and how often it was answered. */
export async function countNewRows(databases: DatabasePair, key: string) {
  const [row] = await databases.ask<{ rows: number; endings: number }>(
    `select count(distinct chat_logs.id)::int as rows, count(effects.id)::int as endings
      from chat_logs left join effects on effects.id = chat_logs.id where idempotency_key = $1`,
    [key],
  );
  return row;
}

/** What of the ledger is not in the database, and what is there more often than once. */
export async function compareLedger(databases: DatabasePair, ledger: Ledger) {
  const faults: string[] = [];
  const rows = await databases.ask<{ key: string; id: string; response: string; status: string }>(
    'select idempotency_key as key, id, response, status from chat_logs',
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  for (const [key, { id, content }] of ledger.answers) {
    const row = stored.get(key);
    if (row?.id !== id) faults.push(`answer ${id} is lost`);
    else if (row.response !== content) faults.push(`answer ${id} was acknowledged otherwise`);
  }
  const ids = async (statement: string) =>
    new Set((await databases.ask<{ id: string }>(statement)).map(({ id }) => id));
  const rated = await ids('select message_id as id from feedback');
  for (const id of ledger.ratings.difference(rated)) faults.push(`rating of ${id} is lost`);
  const documents = await ids(`select id from documents where status = 'Ready'`);
  for (const id of ledger.documents.difference(documents)) faults.push(`document ${id} is lost`);
  const goals = await databases.ask<{ id: string; goals: string }>(
    'select user_id as id, goals from profiles',
  );
  const goalsOf = new Map(goals.map((row) => [row.id, row.goals]));
  for (const [id, { kept, maybe }] of ledger.goals) {
    if (![kept, ...maybe].includes(goalsOf.get(id) ?? '')) faults.push(`goals of ${id} are lost`);
  }
  for (const id of await ids('select id from effects group by id having count(*) > 1')) {
    faults.push(`${id} was done twice`);
  }
  const asked = await ids(
    'select min(idempotency_key) as id from chat_logs group by user_id, prompt having count(*) > 1',
  );
  for (const key of asked) if (ledger.answers.has(key)) faults.push(`${key} has two rows`);
  return faults;
}
