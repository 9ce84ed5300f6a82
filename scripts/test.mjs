// The whole proof: install, check, build, and use the built product in a real browser.
import { runBrowserTests } from './browser-tests.mjs';
import { checkBundle } from './check-bundle.mjs';
import { check } from './check.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { exitWith } from './run-pinned-tool.mjs';

ensureInstalled();
const checked = check();
const withinBudgets = checkBundle();
const browsed = runBrowserTests(['--grep-invert', '@nightly']);
exitWith({
  passed: checked.passed + browsed.passed,
  failures: [
    ...checked.failures,
    ...(withinBudgets ? [] : ['budgets of the web app']),
    ...browsed.failures,
  ],
});
