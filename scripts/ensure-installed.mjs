// Runs on any Node from 20 on, before anything is installed: only what Node itself brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.installed-lockfile');

/** The pinned Node that the install brings. */
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Installs what the lockfile names, unless exactly that is installed already. */
export function ensureInstalled() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    fail(`Node 20 or newer is needed to start; this is ${process.version}.`);
  }
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === wanted && existsSync(pinnedNode)) return;
  console.log('Installing the parts named in package-lock.json ...');
  const startedAt = performance.now();
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (!existsSync(pinnedNode)) run('npm', ['rebuild', 'node', '--ignore-scripts=false']);
  if (!existsSync(pinnedNode)) fail('The pinned Node could not be installed.');
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`Installed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Runs a program in the project's folder and ends this one when it fails. */
export function run(program, args, env = process.env) {
  const { status, signal, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (error) fail(error.message);
  if (status !== 0) process.exit(status ?? (signal ? 1 : 0));
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
