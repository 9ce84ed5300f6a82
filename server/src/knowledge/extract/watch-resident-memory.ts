import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHECK_EVERY_MS = 50;

/** Looks at a process's resident memory twenty times a second and reports once when it exceeds the limit. */
export function watchResidentMemory(
  pid: number | undefined,
  maxBytes: number,
  onExceeded: () => void,
): { stop(): void } {
  let checking = false;
  const timer = setInterval(() => {
    if (pid === undefined || checking) return;
    checking = true;
    void readResidentBytes(pid).then((bytes) => {
      checking = false;
      if (bytes <= maxBytes || stopped) return;
      stop();
      onExceeded();
    });
  }, CHECK_EVERY_MS);
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return { stop };
}

/** 0 for a process that is gone. */
async function readResidentBytes(pid: number): Promise<number> {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
