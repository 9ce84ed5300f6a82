// Tests in a real browser: all of them, or `npm run e2e -- FILE` those of one file.
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';
import { findChromium } from './find-chromium.mjs';
import { clearReport, exitWith, readReport, runPinned } from './run-pinned-tool.mjs';

const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const reportFile = join(root, '.cache', 'browser-tests.json');

/** Runs the tests that `words`, Playwright's own, choose; `tier` as in `runUnitTests`. Returns passed and failures. */
export function runBrowserTests(
  words = [],
  tier = process.env.TEST_TIER ?? '',
  config = 'e2e/playwright.config.ts',
) {
  const chromium = findChromium();
  clearReport(reportFile);
  const { status } = runPinned(
    [playwright, 'test', '--config', config, '--reporter=list,json', ...words],
    {
      env: {
        ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
        PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
        TEST_TIER: tier,
      },
    },
  );
  const report = readReport(reportFile);
  if (!report) return { passed: 0, failures: ['browser tests: no report'] };
  const failures = report.suites.flatMap(failuresOfSuite);
  if (failures.length === 0 && status !== 0) failures.push('browser tests: an error printed above');
  return { passed: report.stats.expected, failures };
}

/** A test that passed only in a second attempt failed. */
function failuresOfSuite({ file, specs, suites = [] }) {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => `e2e/${file} [${projectName}] › ${title}`),
  );
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled();
  buildWeb();
  exitWith(runBrowserTests(process.argv.slice(2)));
}
