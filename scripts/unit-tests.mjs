// Unit and integration tests: all of them, or `npm run unit -- FILE` those whose path holds a word.
import { join, relative } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { clearReport, exitWith, readReport, runPinned } from './run-pinned-tool.mjs';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reportFile = join(root, '.cache', 'unit-tests.json');

/** Runs the tests that `words` name; `tier` is `every-change` or `nightly`. Returns passed and failures. */
export function runUnitTests(words = [], tier = 'every-change') {
  clearReport(reportFile);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { status } = runPinned([vitest, 'run', ...reporters, ...words], {
    env: { TEST_TIER: tier },
  });
  const report = readReport(reportFile);
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

if (import.meta.filename === process.argv[1]) {
  ensureInstalled();
  // Some tests start the whole program, which serves the built app.
  buildWeb();
  const words = process.argv.slice(2);
  const isNightly =
    process.env.TEST_TIER === 'nightly' || words.some((word) => word.includes('.nightly'));
  exitWith(runUnitTests(words, isNightly ? 'nightly' : 'every-change'));
}
