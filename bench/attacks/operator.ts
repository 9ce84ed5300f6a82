import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Target } from './open-target.ts';

const execute = promisify(execFile);

/** Runs an operator's script of the tree against its running product. Returns whether it succeeded. */
export async function runOperator(
  tree: string,
  target: Target,
  ...words: string[]
): Promise<boolean> {
  const node = join(tree, 'node_modules', '.bin', 'node');
  const script = join(tree, 'server', 'src', 'cli', 'run-operator-command.ts');
  const env = { PATH: process.env['PATH'], DATA_DIR: target.dataDir };
  try {
    await execute(node, [script, ...words], { cwd: tree, env });
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a text stands in what the product keeps: files of a fresh copy of its tables (without what
 * deleted rows leave in the database's own files), and mails of the outbox.
 */
export async function findKept(tree: string, target: Target, text: string): Promise<string[]> {
  const copy = join(await mkdtemp(join(tmpdir(), 'copy-')), 'copy');
  if (!(await runOperator(tree, target, 'backup', copy))) throw new Error('No copy was made.');
  const found = new Set<string>();
  for (const folder of [copy, join(target.dataDir, 'outbox')]) {
    for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
      const content = await readText(join(folder, name));
      if (content.toLowerCase().includes(text)) found.add(name.endsWith('.eml') ? 'outbox' : name);
    }
  }
  await rm(join(copy, '..'), { recursive: true, force: true });
  return [...found].toSorted();
}

/** Empty for a folder. */
async function readText(path: string): Promise<string> {
  const content = await readFile(path).catch(() => Buffer.alloc(0));
  const isPacked = content[0] === 0x1f && content[1] === 0x8b;
  return (isPacked ? gunzipSync(content) : content).toString('utf8');
}
