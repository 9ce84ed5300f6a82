import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { prepareData } from '../../../e2e/support/prepare-data.ts';
import { findFreePort } from '../../../e2e/support/find-free-port.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const WAIT_LIMIT_MS = 120_000;
const POLL_MS = 50;

/** The real program, as an operator starts it. */
export interface RunningProduct {
  port: number;
  untilDocumentsAreRead(): Promise<void>;
  /** What an operator's script prints, run beside it. */
  runScript(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts it with these settings and waits until it is ready: on a data directory that the test has, or on one
 * in which the starter documents are read.
 */
export async function startProduct(
  env: Record<string, string>,
  ownDataDir?: string,
): Promise<RunningProduct> {
  const dataDir = ownDataDir ?? (await mkdtemp(join(tmpdir(), 'test-')));
  if (ownDataDir === undefined) await cp(await prepareData(), dataDir, { recursive: true });
  const port = await findFreePort();
  const token = 'a-token-for-the-metrics';
  const settings = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: String(port),
    EMBEDDING_MODEL: 'none',
    LOG_LEVEL: 'error',
    METRICS_TOKEN: token,
    ...env,
  };
  const program = spawn(process.execPath, [join(SOURCE, 'main.ts')], { env: settings });
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  program.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (program.exitCode === null) {
      const gone = once(program, 'exit');
      program.kill('SIGTERM');
      await gone;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const wait = async (isDone: () => Promise<boolean>) => {
    const deadline = performance.now() + WAIT_LIMIT_MS;
    while (!(await isDone())) {
      if (performance.now() > deadline || program.exitCode !== null) {
        await stop();
        throw new Error(`The product did not come so far:\n${output}`);
      }
      await pause(POLL_MS);
    }
  };
  await wait(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true);
  return {
    port,
    stop,
    untilDocumentsAreRead: () => wait(() => hasReadEverything(url, token)),
    async runScript(...words) {
      const script = join(SOURCE, 'cli', 'run-operator-command.ts');
      const ran = await promisify(execFile)(process.execPath, [script, ...words], {
        env: settings,
      });
      return ran.stdout;
    },
  };
}

async function hasReadEverything(url: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${url}/metrics`, { headers }).catch(() => undefined);
  const text = (await reply?.text()) ?? '';
  return (
    /^documents\{status="Ready"\}/m.test(text) &&
    !/^documents\{status="(?:pending|Processing)"\}/m.test(text)
  );
}
