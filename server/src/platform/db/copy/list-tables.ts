import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** A table of the program: not the job queue's, which are made anew, nor the list of migrations. */
export interface CopiedTable {
  /** Schema and name, quoted for SQL. */
  sqlName: string;
  /** Name of its file in a copy, such as `public.users`. */
  name: string;
  /** Column whose numbers PostgreSQL gives out, which must go on after the highest copied one. */
  numberedColumn: string | null;
}

/** Every table of the program, those that others refer to first. */
export async function listTables(db: Kysely<Tables>): Promise<CopiedTable[]> {
  const { rows: tables } = await sql<CopiedTable>`
    select format('%I.%I', n.nspname, c.relname) as "sqlName", n.nspname || '.' || c.relname as name,
      (select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '' limit 1) as "numberedColumn"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity') and c.relname <> 'schema_migrations'
    order by 2`.execute(db);
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select format('%I.%I', cn.nspname, c.relname) as child, format('%I.%I', pn.nspname, p.relname) as parent
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
    join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`.execute(db);
  return sortParentsFirst(tables, references);
}

function sortParentsFirst(
  tables: readonly CopiedTable[],
  references: readonly { child: string; parent: string }[],
): CopiedTable[] {
  const sorted = new Set<CopiedTable>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const placed = new Set([...sorted].map((table) => table.sqlName));
    const ready = waiting.filter((table) =>
      references.every(({ child, parent }) => child !== table.sqlName || placed.has(parent)),
    );
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.');
    for (const table of ready) sorted.add(table);
    waiting = waiting.filter((table) => !sorted.has(table));
  }
  return [...sorted];
}
