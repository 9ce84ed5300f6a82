import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The real worker process, to be killed, stopped and frozen. */
export interface Worker {
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM, as an operator's restart does; resolves when the process has ended by itself. */
  stop(): Promise<void>;
  /** SIGSTOP: the process stands still until it is thawed. */
  freeze(): void;
  thaw(): void;
}

export function startWorker(environment: Record<string, string>): Worker {
  const worker = spawn(process.execPath, [join(ROOT, 'server', 'src', 'worker.ts')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], EMBEDDING_MODEL: 'none', LOG_LEVEL: 'fatal', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals) => {
    worker.kill(signal);
    return gone;
  };
  return {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void worker.kill('SIGSTOP'),
    thaw: () => void worker.kill('SIGCONT'),
  };
}
