import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openMailbox } from '../../../e2e/support/open-mailbox.ts';
import { S3_KEY } from '../bucket/start-s3-server.ts';
import { type ModelServer, startModelServer } from '../model-server/start-model-server.ts';
import { type Machine, openNetwork, type Running } from './open-network.ts';
import { type DatabasePair, startDatabasePair } from './start-database-pair.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const RECIPE = new URL('../../../deploy/Caddyfile.machines', import.meta.url);
const PORT = 3_000;
const WAIT_LIMIT_MS = 120_000;
export const ADMIN = 'admin@example.org';

/** A program on a machine of its own, started with the same settings each time. */
export interface Service {
  machine: Machine;
  start(): void;
  /** Resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
  output(): string;
}

export interface Server extends Service {
  url: string;
  untilReady(): Promise<void>;
}

/** The product on eight machines: two servers, two workers, two databases, files, and a proxy in front. */
export interface Installation {
  /** Where visitors go. */
  url: string;
  servers: readonly [Server, Server];
  workers: readonly [Service, Service];
  files: Service;
  databases: DatabasePair;
  model: ModelServer;
  /** The newest code that either server mailed to an address and that was not read before. */
  readCode(email: string): Promise<string>;
  close(): Promise<void>;
}

/** `s3` is the program versitygw. Resolves when the servers are ready and the documents are read. */
export async function startInstallation(s3: string): Promise<Installation> {
  const network = openNetwork();
  const folder = await mkdtemp(join(tmpdir(), 'machines-'));
  const closing: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true }),
    () => network.close(),
  ];
  const close = async () => {
    for (const step of closing.splice(0).toReversed()) await step();
  };
  try {
    const model = await startModelServer(network.address);
    closing.push(() => model.close());
    const databases = await startDatabasePair(network);
    closing.push(() => databases.close());
    const proxyMachine = network.addMachine('proxy');
    const url = `http://${proxyMachine.address}`;
    const files = addFiles(network.addMachine('files'), s3, folder);
    const settings = {
      PUBLIC_URL: url,
      ALLOW_INSECURE_HTTP: 'true',
      TRUSTED_PROXIES: proxyMachine.address,
      DATABASE_URL: databases.url,
      FILES_URL: files.url,
      FILES_ACCESS_KEY_ID: S3_KEY.id,
      FILES_SECRET_ACCESS_KEY: S3_KEY.secret,
      EMBEDDING_MODEL: 'none',
      CHAT_MODEL: 'compatible/stand-in',
      CHAT_MODEL_URL: model.url,
      ADMIN_EMAILS: ADMIN,
      LOG_LEVEL: 'error',
      WORKER: 'separate',
      ...UNLIMITED,
    };
    const add = (name: string, script: string) =>
      addService(network.addMachine(name), (machine) => ({
        command: [process.execPath, join(SOURCE, script)],
        env: {
          ...settings,
          HOST: machine.address,
          PORT: String(PORT),
          DATA_DIR: join(folder, name),
        },
      }));
    const servers = [
      asServer(add('server-a', 'main.ts')),
      asServer(add('server-b', 'main.ts')),
    ] as const;
    const workers = [add('worker-a', 'worker.ts'), add('worker-b', 'worker.ts')] as const;
    files.start();
    for (const service of [...servers, ...workers]) service.start();
    const proxy = addProxy(proxyMachine, servers, folder);
    proxy.start();
    await Promise.all(servers.map((server) => server.untilReady()));
    await untilRead(databases, workers);
    const mailboxes = ['server-a', 'server-b'].map((name) =>
      openMailbox(join(folder, name, 'outbox')),
    );
    return {
      url,
      servers,
      workers,
      files,
      databases,
      model,
      readCode: (email) => Promise.any(mailboxes.map((mailbox) => mailbox.readCode(email))),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const MANY = '1000000';
const UNLIMITED = {
  CHAT_PER_MINUTE: MANY,
  CHAT_PER_DAY: MANY,
  CHAT_TOKENS_PER_DAY: '1000000000',
  CHAT_TOKENS_PER_USER_PER_DAY: '1000000000',
  REQUESTS_PER_MINUTE: MANY,
  UPLOADS_PER_HOUR: MANY,
  CONNECTIONS_PER_NETWORK: MANY,
};

interface Command {
  command: readonly string[];
  env?: Record<string, string>;
}

function addService(machine: Machine, describe: (machine: Machine) => Command): Service {
  const { command, env } = describe(machine);
  let running: Running | undefined;
  let before = '';
  return {
    machine,
    start() {
      before += running?.output() ?? '';
      running = machine.start(command, { env });
    },
    end: async (signal) => running?.end(signal),
    output: () => before + (running?.output() ?? ''),
  };
}

function asServer(service: Service): Server {
  const url = `http://${service.machine.address}:${PORT}`;
  return {
    ...service,
    url,
    async untilReady() {
      const deadline = performance.now() + WAIT_LIMIT_MS;
      const ask = () => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
      while ((await ask().catch(() => undefined))?.ok !== true) {
        if (performance.now() > deadline) throw new Error(`Not ready:\n${service.output()}`);
        await pause(50);
      }
    },
  };
}

function addFiles(machine: Machine, program: string, folder: string): Service & { url: string } {
  const [shown, bucket] = [join(folder, 'buckets'), 'school-files'];
  mkdirSync(join(shown, bucket), { recursive: true });
  const at = `${machine.address}:7070`;
  const env = { ROOT_ACCESS_KEY: S3_KEY.id, ROOT_SECRET_KEY: S3_KEY.secret };
  const command = [program, '--port', at, '--quiet', 'posix', shown];
  return {
    ...addService(machine, () => ({ command, env })),
    url: `s3://${bucket}/pathway?endpoint=http://${at}`,
  };
}

/** As shipped, but for the certificate that a name of tests cannot have. */
function addProxy(machine: Machine, servers: readonly Server[], folder: string): Service {
  const config = readFileSync(RECIPE, 'utf8')
    .replace('{$PUBLIC_HOST}', `http://${machine.address}`)
    .replace('{$SERVERS}', servers.map(({ url }) => new URL(url).host).join(' '));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${config}`);
  return addService(machine, () => ({
    command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    env: { HOME: folder },
  }));
}

async function untilRead(databases: DatabasePair, workers: readonly Service[]): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS;
  for (;;) {
    const [row] = await databases.ask<{ read: number; left: number }>(
      `select count(*) filter (where status = 'Ready')::int as read,
        count(*) filter (where status <> 'Ready')::int as left from documents`,
    );
    if (row !== undefined && row.read > 0 && row.left === 0) return;
    if (performance.now() > deadline)
      throw new Error(workers.map((one) => one.output()).join('\n'));
    await pause(200);
  }
}
