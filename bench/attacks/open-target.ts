import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMailbox } from '../../e2e/support/open-mailbox.ts';

const START_LIMIT_MS = 60_000;
const POLL_MS = 25;

/** The product of a tree, running as its README says, with the defaults of an ordinary installation. */
export interface Target {
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** The newest code that was mailed to an address and not read before; waits for it. */
  readCode(email: string): Promise<string>;
  /** What it printed so far. */
  output(): string;
  close(): Promise<void>;
}

/**
 * Starts the product in `tree` on a data directory and a port of its own. `env` is added to the
 * environment; there are no other settings than those. Waits for `/readyz`.
 */
export async function openTarget(tree: string, env: Record<string, string> = {}): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attack-'));
  const port = 20_000 + randomInt(10_000);
  const node = join(tree, 'node_modules', '.bin', 'node');
  const server = spawn(node, [join(tree, 'server', 'src', 'main.ts')], {
    cwd: tree,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  server.stdout.on('data', (text: Buffer) => printed.push(text.toString()));
  server.stderr.on('data', (text: Buffer) => printed.push(text.toString()));
  const target: Target = {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    process: server,
    ...openMailbox(join(dataDir, 'outbox')),
    output: () => printed.join(''),
    async close() {
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, 'exit');
        server.kill('SIGKILL');
        await gone;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await waitUntilReady(target);
  } catch (error) {
    await target.close();
    throw error;
  }
  return target;
}

async function waitUntilReady(target: Target): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline && target.process.exitCode === null) {
    const reply = await fetch(`http://127.0.0.1:${target.port}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The product did not become ready:\n${target.output()}`);
}
