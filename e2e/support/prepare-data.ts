import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, '.cache');
const MAKE_DATA = join(ROOT, 'server', 'test', 'make-product-data.ts');
const PREFIX = 'product-data-';
/** What decides how the data of a new product looks. */
const MADE_FROM = [
  'server/src',
  'server/migrations',
  'server/resources',
  'identity/src',
  'knowledge-base',
];

/**
 * Returns a data directory in which the starter documents are read and searchable, to be copied.
 * Making it takes many seconds of computing, copying it a fraction of one, so it is kept under
 * `.cache` for as long as the program is the same.
 */
export async function prepareData(): Promise<string> {
  const folder = join(CACHE, `${PREFIX}${await digestProgram()}`);
  if (await isThere(folder)) return folder;
  await removeOlder();
  const unfinished = join(CACHE, `unfinished-${randomUUID()}`);
  await run(process.execPath, [MAKE_DATA, unfinished], {
    env: { PATH: process.env['PATH'] },
  });
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Somebody else has made the same meanwhile.
    if (!(await isThere(folder))) throw error;
    await rm(unfinished, { recursive: true });
  }
  return folder;
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined)) !== undefined;
}

async function digestProgram(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')));
  for (const part of MADE_FROM) {
    const folder = join(ROOT, part);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'));
    for (const path of files.map((file) => join(file.parentPath, file.name)).toSorted()) {
      hash.update(path.slice(ROOT.length)).update(await readFile(path));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function removeOlder(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const names = (await readdir(CACHE)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) await rm(join(CACHE, name), { recursive: true, force: true });
}
