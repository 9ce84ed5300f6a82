import readDockerignore from '@balena/dockerignore';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const ignored = readDockerignore.default().add(read('.dockerignore'));
const reachesImage = (path: string) => !ignored.ignores(path);

/** Every file of the checkout that Docker would be sent. */
function listSent(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listSent(path);
    return reachesImage(path) ? [path] : [];
  });
}

test.each([
  '.env',
  '.env.production',
  'deploy/.env',
  'server/.env',
  'server/src/.env.local',
  'data/postgres/pg_wal/000000010000000000000001',
  'server/data/files/a.pdf',
  'server/src/data/lock',
  'deploy/data/backups/20261120-233740/identity.signing_keys.ndjson.gz',
  'backups/20261120-233740/public.users.ndjson.gz',
  'copy/manifest.json',
  'server.log',
  'server/src/debug.log',
  'npm-debug.log',
  '.git/config',
  '.git/objects/pack/pack-1.pack',
  '.ssh/id_ed25519',
  'key.pem',
  'server/src/tls.key',
  'deploy/certificates/tls.key',
  'core.1234',
  '.cache/vectors/a.bin',
  'bench/results/latest.json',
  'node_modules/pino/index.js',
  'server/node_modules/pino/index.js',
  'web/dist/index.html',
  'test-results/trace.zip',
])('%s does not reach the image', (path) => {
  expect(reachesImage(path)).toBe(false);
});

describe('what reaches the image', () => {
  test('is all that its recipe copies', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
      .flatMap(([, sources = '']) => sources.split(' '))
      .filter((source) => source !== '.');
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !reachesImage(path))).toEqual([]);
  });

  test('is all that its own code names, and holds no tests', () => {
    const sent = listSent();
    expect(sent).toContain('server/src/main.ts');
    expect(sent.filter((path) => /\.test\.|\/testing\//.test(path))).toEqual([]);
    const named = sent
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
      .flatMap((path) => namedIn(path));
    expect(named.length).toBeGreaterThan(500);
    expect([...new Set(named.filter((path) => !isSent(path, sent)))]).toEqual([]);
  });

  test('is what is read while it runs', () => {
    for (const path of [
      'knowledge-base/01-how-to-use-avery.md',
      'knowledge-base/assistant/words.yaml',
      'server/migrations/0001_people_and_chat.sql',
      'identity/migrations/0001_identity.sql',
      'web/public/robots.txt',
      'web/index.html',
      'web/tsconfig.json',
      'tsconfig.base.json',
      'scripts/start.mjs',
      'scripts/run-pinned.mjs',
    ]) {
      expect([path, reachesImage(path)]).toEqual([path, true]);
    }
  });
});

/** Files and folders of the checkout that a file names by an address relative to itself. */
function namedIn(path: string): string[] {
  const found = read(path).matchAll(/(?:from|import\(?|new URL\() ?'(\.[^']+)'/g);
  return [...found].map(([, address = '']) => join(dirname(path), address));
}

function isSent(path: string, sent: readonly string[]): boolean {
  const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stats === undefined || /(^|\/)(dist|node_modules)(\/|$)/.test(path)) return true;
  return stats.isDirectory()
    ? sent.some((one) => one.startsWith(join(path, '/')))
    : sent.includes(path);
}
