import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchMail } from '../../../e2e/real/catch-mail.ts';
import { type SignedUp, signUpOverHttp } from '../../../e2e/support/http-client.ts';
import { openMailbox } from '../../../e2e/support/open-mailbox.ts';
import { type Machine, type Network, openNetwork, type Running } from '../machines/open-network.ts';
import { findPostgres } from '../machines/start-database-pair.ts';
import { buildImage, digestFiles, readImageSettings } from './build-image.ts';
import { contain } from './contain.ts';
import { type Bridge, openBridge } from './open-bridge.ts';
import { DEPLOY_FOLDER, EXAMPLE, readCompose, readDeployed } from './read-compose.ts';

const PREPARATION_LIMIT_MS = 600_000;
const WAIT_LIMIT_MS = 120_000;
const NAME = 'pathway.example.org';
const IMAGE = readImageSettings();

const folder = mkdtempSync(join(tmpdir(), 'compose-'));
const app = join(folder, 'app');
let network: Network;
let mail: Awaited<ReturnType<typeof catchMail>>;
let bridge: Bridge;
let product: Running;
let person: SignedUp;
const machines: Record<string, Machine> = {};

beforeAll(async () => {
  chmodSync(folder, 0o755);
  mkdirSync(app);
  buildImage(app);
  network = openNetwork();
  mail = await catchMail(join(folder, 'mail'), network.address);
  const values = new Map([
    ...EXAMPLE,
    ['SMTP_HOST', network.address],
    ['SMTP_PORT', String(mail.port)],
    ['SMTP_USER', ''],
    ['SMTP_PASSWORD', ''],
  ]);
  const { services, configs } = readCompose(values);
  for (const name of Object.keys(services)) machines[name] = network.addMachine(name);
  const names = Object.entries(machines).map(([name, { address }]) => [name, address]);
  network.nameMachines({
    ...Object.fromEntries(names),
    [NAME]: at('proxy').address,
  });
  await startDatabase(services['database']?.environment ?? {});
  const config = join(folder, 'hanko.yaml');
  writeFileSync(config, configs.hanko.content);
  const hanko = (service: string) => [
    process.env['HANKO_PROGRAM'] ?? '',
    ...(services[service]?.command ?? []).map((word) => word.replace('/etc/hanko.yaml', config)),
  ];
  await at('hanko-migrate').run(hanko('hanko-migrate'));
  at('hanko').start(hanko('hanko'));
  const authority = await startProxy(services['proxy']?.environment ?? {});
  const data = join(folder, 'files');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(data, 'authority.pem'), readFileSync(authority));
  for (const path of [data, join(data, 'authority.pem')]) chownSync(path, 1_000, 1_000);
  product = at('product').start(contain({ app, data, command: IMAGE.command }), {
    env: {
      ...IMAGE.environment,
      ...services['product']?.environment,
      NODE_EXTRA_CA_CERTS: '/data/authority.pem',
    },
  });
  const ca = readFileSync(authority, 'utf8');
  bridge = await openBridge({ address: at('proxy').address, name: NAME, ca });
  await until(
    async () => (await fetch(`${bridge.url}/readyz`).catch(() => undefined))?.ok === true,
  );
}, PREPARATION_LIMIT_MS);
afterAll(async () => {
  bridge?.close();
  await network?.close();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

function at(service: string): Machine {
  const machine = machines[service];
  if (machine === undefined) throw new Error(`compose.yaml has no ${service}.`);
  return machine;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline)
      throw new Error(`It did not come so far:\n${product?.output()}`);
    await pause(100);
  }
}

/** What the image of PostgreSQL does with an empty volume, and then with a full one. */
async function startDatabase(environment: Record<string, string>): Promise<void> {
  const bin = findPostgres() ?? '';
  const [machine, data] = [at('database'), join(folder, 'database')];
  const passwords = join(folder, 'password');
  writeFileSync(passwords, environment['POSTGRES_PASSWORD'] ?? '', { mode: 0o644 });
  mkdirSync(data, { mode: 0o700 });
  execFileSync('chown', ['postgres', data]);
  const as = { user: 'postgres' };
  const words = ['-D', data, '-U', 'postgres', `--pwfile=${passwords}`, '--encoding=UTF8'];
  await machine.run(
    [join(bin, 'initdb'), ...words, '--auth-local=trust', '--auth-host=scram-sha-256'],
    as,
  );
  writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all all scram-sha-256\n');
  const settings = ['-c', 'listen_addresses=*', '-c', `unix_socket_directories=${data}`];
  machine.start([join(bin, 'postgres'), '-D', data, ...settings], as);
  const env = { PATH: `${bin}:${process.env['PATH']}`, PGHOST: data, PGUSER: 'postgres' };
  const [, ...healthcheck] = readCompose().services['database']?.healthcheck?.test ?? [];
  await until(() =>
    machine.run(healthcheck, { env }).then(
      () => true,
      () => false,
    ),
  );
  const script = fileURLToPath(new URL('create-databases.sh', DEPLOY_FOLDER));
  await machine.run(['sh', script], { env: { ...env, ...environment } });
}

/** As shipped, but for who vouches for the certificate; returns where that one stands. */
async function startProxy(environment: Record<string, string>): Promise<string> {
  const file = join(folder, 'Caddyfile');
  const own = '{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n}\n';
  writeFileSync(file, own + readDeployed('Caddyfile'));
  const command = ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  at('proxy').start(command, { env: { ...environment, HOME: folder, XDG_DATA_HOME: folder } });
  const authority = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  await until(async () => existsSync(authority));
  return authority;
}

test('what the composition starts lets somebody sign up with a mailed code, and answers', async () => {
  const { readCode } = openMailbox(join(folder, 'mail'));
  person = await signUpOverHttp({ url: bridge.url, readCode }, { email: 'somebody@example.org' });
  expect(person.cookies).toHaveProperty('__Host-pathway_session');
  await person.acceptTerms();
  await until(async () => (await person.ask('How many core courses do I need?')).includes('16'));
});

test('the product runs as a user without rights, on a root that nobody can write', async () => {
  const { services } = readCompose();
  expect(services['product']).toMatchObject({
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    volumes: [`files:${IMAGE.environment['DATA_DIR']}`],
  });
  expect(IMAGE.user).toBe('node');
  const about = (name: string) => readFileSync(`/proc/${product.child.pid}/${name}`, 'utf8');
  expect(about('status')).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
  expect(about('status')).toMatch(/^CapEff:\t0+$/m);
  const mounts = about('mountinfo')
    .split('\n')
    .map((line) => line.split(' '));
  const modes = mounts.map(([, , , , place, mode]) => [place, mode?.split(',')[0]]);
  expect(modes).toContainEqual(['/', 'ro']);
  expect(modes).toContainEqual(['/app', 'ro']);
});

test('the health check of the image holds where the product runs', async () => {
  const [program = '', ...words] = IMAGE.healthcheck;
  expect(await at('product').run([program, ...words])).toBe('');
});

test('the image is built the same twice, byte by byte', () => {
  const first = join(folder, 'first');
  // At the same place, which some files name. What runs there keeps its files.
  renameSync(app, first);
  mkdirSync(app);
  buildImage(app);
  const [before, after] = [digestFiles(first), digestFiles(app)];
  expect(before.size).toBeGreaterThan(1_000);
  const other = [...before].filter(([path, digest]) => after.get(path) !== digest);
  expect(other.map(([path]) => path)).toEqual([]);
  expect(after.size).toBe(before.size);
});
