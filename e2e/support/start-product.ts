import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { layLine, type Line } from './lay-line.ts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '..', '..');
const START_LIMIT_MS = 60_000;
const POLL_MS = 100;

/** Addresses of administrators; each signs up once, since codes for one address are rationed. */
const ADMIN_EMAILS = Array.from({ length: 100 }, (_, index) => `admin-${index + 1}@example.org`);

/** The built product, running on a port and a data directory of its own. */
export interface Product {
  /** Where browsers reach it: at the near end of the line. */
  url: string;
  line: Line;
  /** The address of an administrator who has not signed up yet. */
  nextAdmin(): string;
  /** The newest passcode that was mailed to an address; waits for it. */
  readCode(email: string, options?: { after?: string }): Promise<string>;
  /** Runs an operator's script, such as `admin tier public EMAIL`, beside the server. */
  runScript(...words: string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'));
  const port = await findFreePort();
  const line = await layLine();
  line.leadTo(port);
  const output: string[] = [];
  const admins = ADMIN_EMAILS.values();
  const server = spawn(process.execPath, [join(ROOT, 'server', 'src', 'main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: line.url,
      LOG_LEVEL: 'warn',
      CHAT_PER_MINUTE: '1000',
      REQUESTS_PER_MINUTE: '100000',
      UPLOADS_PER_HOUR: '1000',
      ADMIN_EMAILS: ADMIN_EMAILS.join(','),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  server.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  await waitUntil(`${line.url}/readyz`, () => true, { server, output });
  // Whoever asks before the starter documents are read gets no answer from them.
  await waitUntil(`${line.url}/metrics`, isEverythingRead, { server, output });
  return {
    url: line.url,
    line,
    nextAdmin: () => admins.next().value ?? '',
    readCode: (email, options) => readCode(join(dataDir, 'outbox'), email, options?.after),
    async runScript(...words) {
      const script = join(ROOT, 'server', 'src', 'cli', 'run-operator-command.ts');
      await run(process.execPath, [script, ...words], { env: { DATA_DIR: dataDir } });
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await line.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function isEverythingRead(metrics: string): boolean {
  const count = (status: string) =>
    Number(new RegExp(`^documents\\{status="${status}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
  return count('Ready') > 0 && count('pending') + count('Processing') === 0;
}

async function waitUntil(
  url: string,
  holds: (body: string) => boolean,
  { server, output }: { server: ChildProcess; output: string[] },
): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) break;
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok && holds(await reply.text())) return;
    await delay(POLL_MS);
  }
  server.kill('SIGKILL');
  throw new Error(`The product did not start:\n${output.join('')}`);
}

async function readCode(outbox: string, email: string, after: string | undefined): Promise<string> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    // A name that begins with a dot is a mail still being written.
    const names = (await readdir(outbox).catch(() => [])).filter((name) =>
      /^[^.].*\.eml$/.test(name),
    );
    for (const name of names.toSorted().toReversed()) {
      const mail = await readFile(join(outbox, name), 'utf8');
      if (!mail.toLowerCase().includes(`to: ${email.toLowerCase()}`)) continue;
      const code = /^Subject:.*?\b(\d{6})\b/im.exec(mail)?.[1];
      if (code !== undefined && code !== after) return code;
      break;
    }
    await delay(POLL_MS);
  }
  throw new Error('No code was mailed.');
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
