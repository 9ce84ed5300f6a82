import type { PGlite } from '@electric-sql/pglite';
import type { PgliteResult } from './pglite-session.ts';

const OID_INT8 = 20;
const OID_DATE = 1082;

/** Both engines answer `bigint` as a number and `date` as `YYYY-MM-DD`. */
export const PGLITE_PARSERS = {
  [OID_INT8]: (text: string) => Number(text),
  [OID_DATE]: (text: string) => text,
};

/** Runs one statement with values, or any number without; answers the last one's rows. */
export async function runStatement(
  pglite: PGlite,
  sql: string,
  values: readonly unknown[],
): Promise<PgliteResult> {
  if (values.length > 0) {
    const result = await pglite.query<Record<string, unknown>>(sql, [...values]);
    return { rows: result.rows, affectedRows: result.affectedRows ?? 0 };
  }
  const results = await pglite.exec(sql);
  const last = results.at(-1);
  return {
    rows: last?.rows ?? [],
    affectedRows: last?.affectedRows ?? 0,
  };
}
