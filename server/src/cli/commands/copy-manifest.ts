import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../platform/db/tables.ts';
import { UsageError } from '../operator-command.ts';

export const MANIFEST_NAME = 'manifest.json';

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** `SET/NUMBER CHECKSUM` of every migration that shaped the tables. */
  migrations: z.array(z.string()),
  files: z.int().nonnegative(),
});

/** What a copy says of itself. It is written last: a folder without it is no whole copy. */
export type CopyManifest = z.infer<typeof manifestSchema>;

/** @throws UsageError when the folder holds no whole copy. */
export async function readCopyManifest(folder: string): Promise<CopyManifest> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`There is no whole copy in ${folder}.`);
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new UsageError(`The copy's ${MANIFEST_NAME} cannot be read.`);
  return parsed.data;
}

/** The migrations that shaped a database, in one order. */
export async function listMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select set_name || '/' || number || ' ' || checksum as line from schema_migrations
    order by set_name, number`.execute(db);
  return rows.map(({ line }) => line);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
