// The whole proof: install, check, build, and use the built product in a real browser.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';
import { checkBundle } from './check-bundle.mjs';
import { check } from './check.mjs';
import { findChromium } from './find-chromium.mjs';

const browserReport = join(root, '.cache', 'browser-tests.json');

ensureInstalled();
const checked = check();
const withinBudgets = checkBundle();
const browsed = runBrowserTests();
const passed = checked.passed + browsed.passed;
const failed = checked.failed + (withinBudgets ? 0 : 1) + browsed.failed;
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

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
  try {
    const { stats } = JSON.parse(readFileSync(browserReport, 'utf8'));
    const failures = stats.unexpected + stats.flaky;
    return { passed: stats.expected, failed: failures || (status === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
