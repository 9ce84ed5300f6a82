import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = new URL('../../.cache/peers/', import.meta.url);

/**
 * Imports a file of a package that only measuring needs. When it is missing, the packages are
 * installed into a folder of their own under `.cache/peers`: one install would remove another's.
 */
export async function loadPeer<Module>(
  packages: string | readonly string[],
  path: string,
): Promise<Module> {
  const [name = '', ...more] = [packages].flat();
  const folder = new URL(`${name.replace(/[^a-z0-9.-]+/g, '-')}/`, FOLDER);
  const url = new URL(`node_modules/${path}`, folder);
  const load = async () => {
    const options = path.endsWith('.json') ? { with: { type: 'json' } } : {};
    return (await import(url.href, options)) as Module;
  };
  try {
    return await load();
  } catch {
    await mkdir(folder, { recursive: true });
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit'];
    const prefix = ['--prefix', fileURLToPath(folder)];
    await run('npm', ['install', ...prefix, ...options, name, ...more]);
    return await load();
  }
}
