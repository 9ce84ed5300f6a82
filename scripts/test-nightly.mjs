// All unit tests, with what takes too long for every change (random walks, crashes) and with inputs
// drawn anew; in the browser rare journeys, at a phone's width what is the same at any, every rule in the dark, and
// every shape of a reply.
import { runBrowserTests } from './browser-tests.mjs';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { exitWith } from './run-pinned-tool.mjs';
import { runUnitTests } from './unit-tests.mjs';

ensureInstalled();
buildWeb();
const unit = runUnitTests([], 'nightly');
const browsed = runBrowserTests(
  ['--grep', '@nightly|@any-width|accessib|minimal-replies'],
  'nightly',
);
exitWith({
  passed: unit.passed + browsed.passed,
  failures: [...unit.failures, ...browsed.failures],
});
