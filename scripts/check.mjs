// Everything that can be said of the code without a browser. Prints one line a check.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';

const bin = (name, ...path) => join(root, 'node_modules', name, ...path);
const unitReport = join(root, '.cache', 'unit-tests.json');

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

/** Runs every check and the unit and integration tests; answers what passed and what failed. */
export function check() {
  ensureInstalled();
  const counts = { passed: 0, failed: 0 };
  for (const [name, command] of CHECKS) {
    const startedAt = performance.now();
    const { status, stdout, stderr } = runPinned(command, 'pipe');
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    if (status !== 0) {
      console.log(`${stdout}${stderr}`);
      counts.failed += 1;
    }
  }
  // Some tests start the whole program, which serves the built app.
  buildWeb();
  const unit = runUnitTests();
  return { passed: counts.passed + unit.passed, failed: counts.failed + unit.failed };
}

function runUnitTests() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(unitReport, { force: true });
  const { status } = runPinned(
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
    'inherit',
  );
  try {
    const report = JSON.parse(readFileSync(unitReport, 'utf8'));
    const failed =
      report.numFailedTests + (report.success ? 0 : report.numFailedTests === 0 ? 1 : 0);
    return { passed: report.numPassedTests, failed };
  } catch {
    return { passed: 0, failed: status === 0 ? 0 : 1 };
  }
}

function runPinned(args, stdio) {
  return spawnSync(pinnedNode, args, {
    cwd: root,
    stdio: stdio === 'pipe' ? 'pipe' : 'inherit',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
}

if (import.meta.filename === process.argv[1]) {
  const { passed, failed } = check();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
