// The whole proof: install, check, build, and use the built product in a real browser.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';
import { checkBundle } from './check-bundle.mjs';
import { check, printOutcome, readReport } from './check.mjs';
import { findChromium } from './find-chromium.mjs';

const browserReport = join(root, '.cache', 'browser-tests.json');

ensureInstalled();
const checked = check();
const withinBudgets = checkBundle();
const browsed = runBrowserTests();
const passed = checked.passed + browsed.passed;
const failures = [
  ...checked.failures,
  ...(withinBudgets ? [] : ['budgets of the web app']),
  ...browsed.failures,
];
printOutcome({ passed, failures });
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);

function runBrowserTests() {
  const chromium = findChromium();
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(browserReport, { force: true });
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const { status } = spawnSync(
    pinnedNode,
    [playwright, 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
      },
    },
  );
  const report = readReport(browserReport);
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
