// Everything that can be said of the code without a browser. Prints one line a check.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
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

/** Runs every check and the unit and integration tests; answers how many passed, and what failed. */
export function check() {
  ensureInstalled();
  const failures = [];
  for (const [name, command] of CHECKS) {
    const startedAt = performance.now();
    const { status, stdout, stderr } = runPinned(command, 'pipe');
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
  const report = readReport(unitReport);
  if (!report) return { passed: 0, failures: ['unit tests: no report'] };
  const failures = report.testResults.flatMap(failuresOfFile);
  if (failures.length === 0 && (status !== 0 || !report.success)) {
    failures.push('unit tests: an error outside of every test, printed above');
  }
  return { passed: report.numPassedTests, failures };
}

/** A file that could not even be loaded, or whose preparation failed, counts as one failure. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const file = relative(root, name);
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
  return failed.map(
    (test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? '')}`,
  );
}

const firstLine = (text) => text.trim().split('\n', 1)[0];

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
  const outcome = check();
  printOutcome(outcome);
  process.exit(outcome.failures.length === 0 ? 0 : 1);
}
