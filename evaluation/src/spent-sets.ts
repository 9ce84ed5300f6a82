import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { type SetName, STATUSES } from './read-questions.ts';

const SPENT = new URL('../questions/spent.yaml', import.meta.url);
const HEAD =
  '# Held-out sets that were asked: when first, and at which commit. Written by npm run evaluate.\n';

/** Uses of held-out sets, oldest first. `date` is `YYYY-MM-DD`. */
const usesSchema = z.array(
  z.strictObject({ name: z.string(), date: z.string(), commit: z.string() }),
);
type Use = z.infer<typeof usesSchema>[number];

/** What a set may be used for now, and where it is spent, by which use. */
export interface SetStatus {
  name: SetName;
  status: (typeof STATUSES)[SetName] | 'spent';
  use?: Use;
}

export async function readSetStatus(name: SetName, file: URL = SPENT): Promise<SetStatus> {
  const use = (await readUses(file)).find((one) => one.name === name);
  return use === undefined ? { name, status: STATUSES[name] } : { name, status: 'spent', use };
}

/** Notes that a held-out set is asked now, at the commit that is checked out. */
export async function recordUse(name: SetName, file: URL = SPENT): Promise<void> {
  const use: Use = { name, date: new Date().toISOString().slice(0, 10), commit: readCommit() };
  await writeFile(file, HEAD + stringify([...(await readUses(file)), use]));
}

/** The commit that is checked out; `unknown` where the code lies outside of a repository. */
export function readCommit(): string {
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  return spawnSync('git', ['rev-parse', '--short', 'HEAD'], options).stdout?.trim() || 'unknown';
}

async function readUses(file: URL): Promise<Use[]> {
  return usesSchema.parse(parse(await readFile(file, 'utf8')));
}
