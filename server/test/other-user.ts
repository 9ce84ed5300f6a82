import { execFileSync } from 'node:child_process';

const IS_ROOT = process.getuid?.() === 0;
/** `nobody` of most systems. */
export const OTHER_USER_ID = 65_534;

/** Tries to read and to change each path, and prints those where it could, with what it could. */
const ATTEMPT = `
  const { closeSync, openSync } = require('node:fs');
  const reached = [];
  for (const path of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) {
    for (const flags of ['r', 'r+']) {
      try { closeSync(openSync(path, flags)); reached.push(flags + ' ' + path); } catch {}
    }
  }
  console.log(JSON.stringify(reached));`;

/**
 * What another user of this machine can open of some paths, as `FLAGS PATH`. Undefined where the tests
 * do not run as root and cannot become somebody else.
 */
export function reachAsOtherUser(paths: readonly string[]): string[] | undefined {
  if (!IS_ROOT) return undefined;
  const printed = execFileSync(process.execPath, ['-e', ATTEMPT], {
    uid: OTHER_USER_ID,
    gid: OTHER_USER_ID,
    input: JSON.stringify(paths),
    encoding: 'utf8',
  });
  return JSON.parse(printed) as string[];
}
