import readDockerignore from '@balena/dockerignore';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Attack } from './attack.ts';
import { openTarget } from './open-target.ts';

const run = promisify(execFile);

/** `nobody` of many systems. */
const OTHER_USER_ID = 65_534;

/** How PostgreSQL stores the names of a private key's parts. */
const STORED_KEY = 'denpqdpdqqi';

const OPEN_EVERYTHING = `
  import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  const [folder, storedKey] = process.argv.slice(-2);
  const found = { read: 0, changeable: 0, hasKey: false };
  const attempt = (act) => { try { return act(); } catch { return undefined; } };
  const visit = (path) => {
    const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? [];
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) visit(inner);
      if (!entry.isFile()) continue;
      const bytes = attempt(() => readFileSync(inner));
      if (bytes !== undefined) found.read += 1;
      if (bytes?.includes(storedKey)) found.hasKey = true;
      const descriptor = attempt(() => openSync(inner, 'r+'));
      if (descriptor === undefined) continue;
      found.changeable += 1;
      closeSync(descriptor);
    }
  };
  visit(folder);
  console.log(JSON.stringify(found));`;

export const otherUserOfMachine: Attack = {
  name: 'other-user',
  aim: 'Another user of the machine reads the signing key, and changes files of the database.',
  async run(tree) {
    const parent = await mkdtemp(join(tmpdir(), 'attack-'));
    try {
      await chmod(parent, 0o755);
      const dataDir = join(parent, 'data');
      const target = await openTarget(tree, { DATA_DIR: dataDir, EMBEDDING_MODEL: 'none' });
      try {
        const { read, changeable, hasKey } = await runAsOtherUser<{
          read: number;
          changeable: number;
          hasKey: boolean;
        }>(OPEN_EVERYTHING, dataDir, STORED_KEY);
        const key = hasKey ? ', the signing key among them' : '';
        return {
          holds: read + changeable === 0,
          figure: `${read} files read${key}, ${changeable} could be changed`,
        };
      } finally {
        await target.close();
      }
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  },
};

/** Replies to every script as a server would, and has it write a file. */
const PLANT = `
  import { createServer } from 'node:net';
  const [socket, victim] = process.argv.slice(-2);
  const say = (reply) => JSON.stringify(reply) + '\\n';
  createServer((asked) => {
    asked.on('error', () => undefined);
    asked.once('data', () => {
      asked.write(say({ kind: 'line', text: 'All is well.' }));
      asked.write(say({ kind: 'file', path: victim, text: 'planted' }));
      asked.end(say({ kind: 'end' }));
    });
  }).listen(socket, () => console.log('listening'));`;

export const plantedControlSocket: Attack = {
  name: 'control-socket',
  aim: "Another user of the machine answers the operator's scripts in the server's place.",
  async run(tree) {
    const folder = await mkdtemp(join(tmpdir(), 'attack-'));
    // Too long for a socket in it, so that the first edition had it in a place that can be guessed.
    const dataDir = join(folder, 'data'.repeat(30));
    const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
    const socket = join(tmpdir(), `control-${digest}.sock`);
    const victim = join(folder, 'written');
    const planted = startAsOtherUser(PLANT, socket, victim);
    try {
      if (planted.stdout !== null) await once(planted.stdout, 'data');
      const command = join(tree, 'server', 'src', 'cli', 'run-operator-command.ts');
      const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, EMBEDDING_MODEL: 'none' };
      const node = join(tree, 'node_modules', '.bin', 'node');
      const { stdout } = await run(node, [command, 'doctor'], { cwd: tree, env });
      const wrote = existsSync(victim);
      const wasFooled = wrote || stdout.includes('All is well.');
      const file = wrote ? ', and wrote a file of its choice' : '';
      return {
        holds: !wasFooled,
        figure: wasFooled ? `the script believed it${file}` : 'the script did not speak to it',
      };
    } finally {
      planted.kill('SIGKILL');
      await rm(socket, { force: true });
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** What a hostile document might make its parser do: send a file on as the document's text. */
const TAKE_OVER = (path: string) => `
  import { readFileSync } from 'node:fs';
  let title;
  try { title = readFileSync(${JSON.stringify(path)}, 'utf8'); } catch (error) { title = error.code; }
  process.send({ ok: true, document: { title, passages: [] } });`;

const EXTRACT = `
  const [extractor, entry] = process.argv.slice(-2);
  const { createExtractor } = await import(extractor);
  const extract = createExtractor({ entry: new URL(entry) });
  const { document } = await extract(
    { kind: 'txt', bytes: Buffer.from('x') }, new AbortController().signal);
  console.log(document.title);`;

export const extractionReads: Attack = {
  name: 'extraction-reads',
  aim: 'A document that takes its parser over reads the files of the server.',
  async run(tree) {
    const folder = await mkdtemp(join(tmpdir(), 'attack-'));
    try {
      const secret = join(folder, 'secret');
      const entry = join(folder, 'taken-over.mjs');
      await writeFile(secret, 'a signing key');
      await writeFile(entry, TAKE_OVER(secret));
      const extractor = join(tree, 'server/src/knowledge/extract/create-extractor.ts');
      const addresses = [extractor, entry].map((path) => pathToFileURL(path).href);
      const node = join(tree, 'node_modules', '.bin', 'node');
      const program = ['--input-type=module', '-e', EXTRACT, '--', ...addresses];
      const { stdout } = await run(node, program, { cwd: tree });
      const holds = !stdout.includes('a signing key');
      return { holds, figure: holds ? `reading it ended with ${stdout.trim()}` : 'it was read' };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** What lies in the checkout of somebody who deploys, backs up, and looks for a fault. */
const SECRETS = [
  '.env',
  '.env.production',
  'deploy/.env',
  'data/postgres/pg_wal/000000010000000000000001',
  'deploy/data/outbox/mail.eml',
  'copy/identity.signing_keys.ndjson.gz',
  'server/debug.log',
  'deploy/certificates/tls.key',
  '.git/config',
];

export const secretsInImage: Attack = {
  name: 'image-secrets',
  aim: 'Who gets hold of the image reads secrets that lay in the checkout it was built from.',
  async run(tree) {
    const patterns = await readFile(join(tree, '.dockerignore'), 'utf8');
    const ignored = readDockerignore.default().add(patterns);
    const reached = SECRETS.filter((path) => !ignored.ignores(path));
    const names = reached.length === 0 ? '' : `: ${reached.join(', ')}`;
    return {
      holds: reached.length === 0,
      figure: `${reached.length} of ${SECRETS.length} planted secrets are in the image${names}`,
    };
  },
};

/** Starts a Node program's text as another user of this machine; these attacks need to be run by root. */
function startAsOtherUser(program: string, ...args: string[]): ChildProcess {
  if (process.getuid?.() !== 0) throw new Error('Only root can become another user.');
  return spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...args], {
    uid: OTHER_USER_ID,
    gid: OTHER_USER_ID,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs such a program to its end; what it prints is JSON. */
async function runAsOtherUser<Result>(program: string, ...args: string[]): Promise<Result> {
  const { stdout } = startAsOtherUser(program, ...args);
  if (stdout === null) throw new Error('The program prints nothing.');
  return JSON.parse(await text(stdout)) as Result;
}
