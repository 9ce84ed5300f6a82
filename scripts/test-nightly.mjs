// All unit tests, with what takes too long for every change (random walks, crashes) and with inputs
// drawn anew, and the rare journeys in the browser.
import { runBrowserTests } from './browser-tests.mjs';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { exitWith } from './run-pinned-tool.mjs';
import { runUnitTests } from './unit-tests.mjs';

ensureInstalled();
buildWeb();
const unit = runUnitTests([], 'nightly');
const browsed = runBrowserTests(['--grep', '@nightly']);
exitWith({
  passed: unit.passed + browsed.passed,
  failures: [...unit.failures, ...browsed.failures],
});
