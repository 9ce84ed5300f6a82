import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const BENCH = join(import.meta.dirname, '..', '..', '..', 'bench', 'crash', 'run.ts');
const ROUNDS = 2;
const LIMIT_MS = 240_000;

test(
  '[DOC-09] no acknowledged write is lost to kill -9, and every document ends Ready',
  async () => {
    const { stdout } = await run(process.execPath, [BENCH, String(ROUNDS)], { timeout: LIMIT_MS });
    expect(stdout).toContain(`${ROUNDS} kills: 0 acknowledged writes lost, 0 documents not Ready`);
  },
  LIMIT_MS,
);
