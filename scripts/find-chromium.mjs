import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root } from './ensure-installed.mjs';

/** The shell without windows needs a third less computing than the whole browser, in which it is. */
const SHELL = '/usr/bin/chromium-headless-shell';
const INSTALLED = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * The browser for the tests: an installed one, else Debian's package when this process may install
 * it, else Playwright's own. Returns its path, or undefined when Playwright finds its own.
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return installed;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium ...');
    const install =
      'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell';
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (existsSync(SHELL)) return SHELL;
  }
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  spawnSync(pinnedNode, [playwright, 'install', 'chromium'], { cwd: root, stdio: 'inherit' });
  return undefined;
}
