// All unit tests, with what takes too long for every change (random walks, crashes) and with inputs
// drawn anew; in the browser rare journeys, at a phone's width what is the same at any, and phones in the dark.
import { runBrowserTests } from './browser-tests.mjs';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { exitWith } from './run-pinned-tool.mjs';
import { runUnitTests } from './unit-tests.mjs';

ensureInstalled();
buildWeb();
const unit = runUnitTests([], 'nightly');
const browsed = runBrowserTests(['--grep', '@nightly|@any-width|accessib'], 'nightly');
exitWith({
  passed: unit.passed + browsed.passed,
  failures: [...unit.failures, ...browsed.failures],
});
