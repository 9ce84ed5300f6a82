import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = new URL('./', import.meta.url);

/** Imports a file of a package that only measuring needs, installing the package beside this file when it is missing. */
export async function loadPeer<Module>(packageName: string, path: string): Promise<Module> {
  const url = new URL(`node_modules/${path}`, FOLDER);
  const load = async () => {
    const options = path.endsWith('.json') ? { with: { type: 'json' } } : {};
    return (await import(url.href, options)) as Module;
  };
  try {
    return await load();
  } catch {
    const folder = fileURLToPath(FOLDER);
    await run('npm', [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      packageName,
    ]);
    return await load();
  }
}
