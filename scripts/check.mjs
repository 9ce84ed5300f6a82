// Everything that can be said of the code without a browser. Prints one line a check.
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { exitWith, runPinned } from './run-pinned-tool.mjs';
import { runUnitTests } from './unit-tests.mjs';

const bin = (name, ...path) => join(root, 'node_modules', name, ...path);

const CHECKS = [
  ['format', [bin('oxfmt', 'bin', 'oxfmt'), '--check', '.']],
  ['types: contract, server', [bin('typescript', 'bin', 'tsc'), '-p', 'server']],
  ['types: identity', [bin('typescript', 'bin', 'tsc'), '-p', 'identity']],
  ['types: web', [bin('typescript', 'bin', 'tsc'), '-p', 'web']],
  ['types: e2e', [bin('typescript', 'bin', 'tsc'), '-p', 'e2e']],
  ['lint', [bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings']],
  ['boundaries', [join(root, 'scripts', 'check-boundaries.mjs')]],
  ['dead code', [bin('knip', 'bin', 'knip.js')]],
];

/** Runs every check and the unit and integration tests; returns how many passed, and what failed. */
export function check() {
  ensureInstalled();
  const failures = [];
  for (const [name, command] of CHECKS) {
    const startedAt = performance.now();
    const { status, stdout, stderr } = runPinned(command, { stdio: 'pipe' });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    if (status !== 0) {
      console.log(`${stdout}${stderr}`);
      failures.push(name);
    }
  }
  // Some tests start the whole program, which serves the built app.
  buildWeb();
  const unit = runUnitTests();
  return { passed: unit.passed, failures: [...failures, ...unit.failures] };
}

if (import.meta.filename === process.argv[1]) exitWith(check());
