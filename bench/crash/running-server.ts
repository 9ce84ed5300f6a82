import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { openMailbox } from '../../e2e/support/open-mailbox.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const START_LIMIT_MS = 60_000;
const POLL_MS = 25;

/** The real server on a data directory, to be killed. */
export interface RunningServer {
  url: string;
  /** Milliseconds from spawn to `/readyz`. */
  startMs: number;
  /** The newest code that was mailed to an address and not read before; waits for it. */
  readCode(email: string): Promise<string>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

export async function startServer(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const startedAt = performance.now();
  const server = spawn(process.execPath, [join(ROOT, 'server', 'src', 'main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_EMAILS: 'crash@example.org',
      LOG_LEVEL: 'error',
      CHAT_PER_MINUTE: '1000000',
      CHAT_PER_DAY: '1000000',
      REQUESTS_PER_MINUTE: '1000000',
      UPLOADS_PER_HOUR: '1000000',
      CONNECTIONS_PER_NETWORK: '1000000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  await waitUntilReady(url, server);
  return {
    url,
    startMs: performance.now() - startedAt,
    ...openMailbox(join(dataDir, 'outbox')),
    async kill() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await gone;
    },
  };
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('The server did not become ready.');
}
