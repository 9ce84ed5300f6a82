// What the scripts that prove a change share.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pinnedNode, root } from './ensure-installed.mjs';

/** Runs a tool of `node_modules` on the pinned Node; `env` is added to the environment. */
export function runPinned(args, { stdio = 'inherit', env = {} } = {}) {
  return spawnSync(pinnedNode, args, {
    cwd: root,
    stdio,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      ...env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    },
  });
}

/** Makes room for a report: one of an earlier run must not be taken for this one's. */
export function clearReport(file) {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
}

/** What a test runner wrote down, or undefined when it died before. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The last lines of a run: whoever sees only its end must still learn what failed. */
export function printOutcome({ passed, failures }) {
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
}

/** Ends the process: with 0 only when something passed and nothing failed. */
export function exitWith(outcome) {
  printOutcome(outcome);
  process.exit(outcome.failures.length === 0 && outcome.passed > 0 ? 0 : 1);
}
