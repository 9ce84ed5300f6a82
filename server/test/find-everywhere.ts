import type { Database } from '../src/platform/db/database.ts';

/** The tables, of any schema, in which some row holds a text. */
export async function findEverywhere(database: Database, text: string): Promise<string[]> {
  const { rows } = await database.execute(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const holding: string[] = [];
  for (const name of rows.map((row) => String(row['name'])).toSorted()) {
    const found = await database.execute(
      `select 1 from ${name} as held where strpos(held::text, $1) > 0 limit 1`,
      [text],
    );
    if (found.rows.length > 0) holding.push(name);
  }
  return holding;
}
