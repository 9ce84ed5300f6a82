import readDockerignore from '@balena/dockerignore';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const DOCKERFILE = read('Dockerfile').replaceAll('\\\n', ' ');

/** What the image says of the program in it. */
export interface ImageSettings {
  command: string[];
  environment: Record<string, string>;
  user: string;
  healthcheck: string[];
}

export function readImageSettings(): ImageSettings {
  const find = (pattern: RegExp) => {
    const [found] = [...DOCKERFILE.matchAll(pattern)].slice(-1);
    if (found === undefined) throw new Error(`The Dockerfile has no ${pattern.source}.`);
    return found[1] ?? '';
  };
  const environment = find(/^ENV (.+)$/gm)
    .split(' ')
    .map((pair) => pair.split('='));
  return {
    command: JSON.parse(find(/^CMD (\[.+\])$/gm)) as string[],
    environment: Object.fromEntries(environment) as Record<string, string>,
    user: find(/^USER (\S+)$/gm),
    healthcheck: JSON.parse(find(/^HEALTHCHECK .*?CMD (\[.+\])$/gm)) as string[],
  };
}

/** Copies into a folder what Docker would be sent, and runs there what its recipe runs. */
export function buildImage(folder: string): void {
  const ignored = readDockerignore.default().add(read('.dockerignore'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const path of tracked.split('\0').filter((path) => path && !ignored.ignores(path))) {
    cpSync(join(ROOT, path), join(folder, path));
  }
  for (const [, command = ''] of DOCKERFILE.matchAll(/^RUN (node .+)$/gm)) {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
    execFileSync('sh', ['-ec', command], { cwd: folder, env, stdio: 'pipe' });
  }
}

/** The digest of every file below a folder, by its path. */
export function digestFiles(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => [join(entry.parentPath, entry.name), entry.isSymbolicLink()] as const);
  return new Map(
    paths.map(([path, isLink]) => [
      path.slice(folder.length + 1),
      createHash('sha256')
        .update(isLink ? readlinkSync(path) : readFileSync(path))
        .digest('hex'),
    ]),
  );
}
