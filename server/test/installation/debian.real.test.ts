import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchMail } from '../../../e2e/real/catch-mail.ts';
import { type SignedUp, signUpOverHttp } from '../../../e2e/support/http-client.ts';
import { openMailbox } from '../../../e2e/support/open-mailbox.ts';
import { addDebianMachine, type DebianMachine, type Terminal } from '../machines/boot-debian.ts';
import { type Network, openNetwork } from '../machines/open-network.ts';
import { type Bridge, openBridge } from './open-bridge.ts';

const INSTALLATION_LIMIT_MS = 2_400_000;
const ROOT = join(import.meta.dirname, '..', '..', '..');
/** A name for which no authority of the world vouches, so that Caddy's own does. */
const NAME = 'pathway.home.arpa';
const MAIL_NAME = 'mail.home.arpa';
const ACCOUNT = { user: 'school', password: 'A-secret-of-the-school' };
const ADMIN = 'admin@example.org';

const folder = mkdtempSync(join(tmpdir(), 'debian-'));
let network: Network;
let machine: DebianMachine;
let mail: Awaited<ReturnType<typeof catchMail>>;
let terminal: Terminal;
let bridge: Bridge;
let person: SignedUp;

/** The commands of the recipe, as they stand there. */
function readRecipe(): string[] {
  const guide = readFileSync(join(ROOT, 'docs', 'OPERATIONS.md'), 'utf8');
  const [, block = ''] = /^## From an empty Debian\n[^]*?^```\n([^]*?)^```/m.exec(guide) ?? [];
  return block.trim().replaceAll('\\\n', '').split('\n');
}

beforeAll(async () => {
  network = openNetwork();
  mail = await startMailProvider();
  const base = process.env['REAL_DEBIAN'] ?? '';
  machine = await addDebianMachine(network, { base, folder, name: 'debian' });
  prepareDisk();
  await machine.boot();
  terminal = machine.openTerminal({ REPOSITORY: '/srv/pathway.git', HANKO: '/srv/hanko' });
}, INSTALLATION_LIMIT_MS);
afterAll(async () => {
  terminal?.close();
  bridge?.close();
  await machine?.close();
  await network?.close();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Wants TLS and a password, and is vouched for by an authority of its own. */
async function startMailProvider() {
  const [keyFile, file] = [join(folder, 'mail.key'), join(folder, 'mail.crt')];
  const subject = ['-subj', `/CN=${MAIL_NAME}`, '-addext', `subjectAltName=DNS:${MAIL_NAME}`];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
  execFileSync('openssl', [...words, '-keyout', keyFile, '-out', file], { stdio: 'pipe' });
  return catchMail(join(folder, 'mail'), network.address, {
    key: readFileSync(keyFile),
    cert: readFileSync(file),
    onAuth({ username, password }, _session, done) {
      const isKnown = username === ACCOUNT.user && password === ACCOUNT.password;
      done(isKnown ? null : new Error('Unknown'), { user: username });
    },
  });
}

/** What surrounds the machine rather than being on it: names, the authorities of this network, the two programs. */
function prepareDisk(): void {
  const { root } = machine;
  const own = '/usr/local/share/ca-certificates';
  const trusted = join(root, own);
  mkdirSync(trusted, { recursive: true });
  if (existsSync(own)) cpSync(own, trusted, { recursive: true });
  copyFileSync(join(folder, 'mail.crt'), join(trusted, 'mail-provider.crt'));
  // Where the base has none yet, the recipe's installation of ca-certificates takes them up.
  if (existsSync(join(root, 'usr', 'sbin', 'update-ca-certificates'))) {
    execFileSync('chroot', [root, 'update-ca-certificates'], { stdio: 'pipe' });
  }
  copyFileSync('/etc/resolv.conf', join(root, 'etc', 'resolv.conf'));
  const names = { 'localhost debian': '127.0.0.1', [MAIL_NAME]: network.address };
  const lines = Object.entries(names).map(([name, address]) => `${address} ${name}\n`);
  writeFileSync(join(root, 'etc', 'hosts'), lines.join(''));
  writeFileSync(join(root, 'etc', 'hostname'), 'debian\n');
  const words = ['clone', '--quiet', '--bare', '--depth=1', `file://${ROOT}`];
  execFileSync('git', [...words, join(root, 'srv', 'pathway.git')]);
  copyFileSync(process.env['HANKO_PROGRAM'] ?? '', join(root, 'srv', 'hanko'));
}

test(
  'ten commands, typed as the guide has them, make an empty Debian a product that is well',
  {
    timeout: INSTALLATION_LIMIT_MS,
  },
  async () => {
    const recipe = readRecipe();
    expect(recipe).toHaveLength(10);
    const answers = [
      NAME,
      ADMIN,
      'no-reply@example.org',
      MAIL_NAME,
      String(mail.port),
      ACCOUNT.user,
    ];
    let printed = '';
    for (const command of recipe) {
      const asked = command.includes('write-settings') ? [...answers, ACCOUNT.password] : [];
      printed = await terminal.type(command, asked);
    }
    // The last one is the doctor.
    expect(printed).toContain(`sign-in: https://${NAME}/hanko answers`);
    expect(printed).not.toMatch(/^fail/m);
    // Right after the first start, reading goes on.
    const warnings = printed.match(/^warn.*$/gm) ?? [];
    expect(warnings.filter((line) => !/ wait (?:to be read|for a vector)$/.test(line))).toEqual([]);
  },
);

test('the page comes over TLS, and http leads there', async () => {
  const page = await get('/');
  expect(page.status).toBe(200);
  expect(page.body).toContain('<title>');
  const plain = await fetch(`http://${machine.address}/`, {
    headers: { host: NAME },
    redirect: 'manual',
  });
  expect(plain.status).toBe(308);
});

test('somebody signs up with a code that went through the relay, and is answered', async () => {
  const ca = readFileSync(authority(), 'utf8');
  bridge = await openBridge({ address: machine.address, name: NAME, ca });
  const { readCode } = openMailbox(join(folder, 'mail'));
  person = await signUpOverHttp({ url: bridge.url, readCode }, { email: ADMIN });
  await person.acceptTerms();
  expect(await person.ask('How many core courses do I need?')).toContain('16');
  const mails = execFileSync('grep', ['-rh', '^Received:\\|OpenSMTPD', join(folder, 'mail')]);
  expect(mails.toString()).toContain('(OpenSMTPD)');
});

test('whoever set it up is administrator', async () => {
  expect((await person.call('GET', '/api/admin/docs/count')).status).toBe(200);
});

test('nothing but the proxy is reached from outside', async () => {
  const ports = [22, 25, 80, 443, 2019, 3000, 5432, 8000, 8001];
  const open = await Promise.all(ports.map(async (port) => ((await isOpen(port)) ? [port] : [])));
  expect(open.flat()).toEqual([80, 443]);
});

test('secrets stand in files of root alone, and in no command that others see', async () => {
  const settings = await machine.run('sh', '-c', 'cat /etc/pathway/*');
  const secrets = [...settings.matchAll(/\b[0-9a-f]{48}\b/g)].map(([secret]) => secret);
  expect(new Set(secrets).size).toBe(3);
  const modes = await machine.run('sh', '-c', 'stat --format="%a %U" /etc/pathway /etc/pathway/*');
  expect(new Set(modes.trim().split('\n'))).toEqual(new Set(['700 root', '600 root']));
  const seen = await machine.run('sh', '-c', 'cat /proc/[0-9]*/cmdline; journalctl --no-pager');
  for (const secret of [...secrets, ACCOUNT.password]) expect(seen).not.toContain(secret);
});

test(
  'after the power failed everything comes back by itself, and nothing is lost',
  {
    timeout: INSTALLATION_LIMIT_MS,
  },
  async () => {
    await machine.powerOff();
    await machine.boot();
    await expect
      .poll(async () => (await get('/readyz').catch(() => undefined))?.status, { timeout: 120_000 })
      .toBe(200);
    // The same session, and the question of before.
    const logs = await person.call('GET', '/api/admin/logs');
    expect(await logs.text()).toContain('How many core courses do I need?');
    expect(await person.ask('How many core courses do I need?')).toContain('16');
  },
);

const authority = () =>
  join(machine.root, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt');

function get(path: string): Promise<{ status: number | undefined; body: string }> {
  const target = { host: machine.address, servername: NAME, path, headers: { host: NAME } };
  return new Promise((resolve, reject) => {
    const call = request({ ...target, ca: readFileSync(authority()) }, (reply) => {
      text(reply).then((body) => resolve({ status: reply.statusCode, body }), reject);
    });
    call.once('error', reject).end();
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: machine.address, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
