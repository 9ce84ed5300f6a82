import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from './find-free-port.ts';
import { startNetwork, type Network } from './network.ts';
import { openMailbox } from './open-mailbox.ts';
import { prepareData } from './prepare-data.ts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '..', '..');
/** What the server is started through. */
const WITH_MOVABLE_CLOCK = join(import.meta.dirname, 'run-with-movable-clock.ts');
const ADD_LOGS = join(ROOT, 'server', 'test', 'log-book', 'add-logs-to-data.ts');
const START_LIMIT_MS = 180_000;
const POLL_MS = 100;

/** Addresses of administrators; each signs up once, since codes for one address are rationed. */
const ADMIN_EMAILS = Array.from({ length: 100 }, (_, index) => `admin-${index + 1}@example.org`);

/** The built product, running on a port and a data directory of its own. */
export interface Product {
  /** Where browsers reach it: at the near end of the network. */
  url: string;
  network: Network;
  /** The address of an administrator who has not signed up yet. */
  nextAdmin(): string;
  /** The newest passcode that was mailed to an address and not read before; waits for it. */
  readCode(email: string): Promise<string>;
  /** The address to which the newest mail to somebody leads. */
  readLink(email: string): Promise<string>;
  /** Lets no mail leave until what is given has ended. */
  withoutMail(act: () => Promise<void>): Promise<void>;
  /** Sets the server's clock so far ahead of the true time. */
  moveClock(aheadMs: number): Promise<void>;
  /** Runs an operator's script, such as `admin tier public EMAIL`, beside the server. */
  runScript(...words: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** A sign-in provider beside the product, in the place of the embedded one. */
export interface SignInServer {
  /** Takes down where a reply is not what the published documents of the protocol say. */
  noteReply(fault: string): void;
  /**
   * Starts it for pages of this address; it mails into the outbox, and asks of people what the
   * switches of the embedded provider say. Returns the port at which it answers, and that of a proxy where
   * one leads to it and to the product.
   */
  start(site: {
    publicUrl: string;
    productPort: number;
    outbox: string;
    switches: object;
  }): Promise<{ port: number; proxyPort: number | undefined; stop(): Promise<void> }>;
}

/** Where the product, or a network before it, lets the provider answer. */
const SIGN_IN_PATH = '/identity';

/** `logCount` logs are there before the server starts. */
export async function startProduct(
  env: Record<string, string> = {},
  signInServer?: SignInServer,
  logCount = 0,
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'));
  await cp(await prepareData(), dataDir, { recursive: true });
  if (logCount > 0) await run(process.execPath, [ADD_LOGS, dataDir, String(logCount)]);
  const port = await findFreePort();
  const network = await startNetwork();
  network.leadTo(port);
  const output: string[] = [];
  const admins = ADMIN_EMAILS.values();
  const outbox = join(dataDir, 'outbox');
  const mailbox = openMailbox(outbox);
  const switches = JSON.parse(env['IDENTITY_SWITCHES'] ?? '{}') as Switches;
  const site = { publicUrl: network.url, productPort: port, outbox, switches };
  const signIn = await signInServer?.start(site);
  if (signIn?.proxyPort !== undefined) network.leadTo(signIn.proxyPort);
  else if (signIn) network.leadBelow(SIGN_IN_PATH, signIn.port);
  const server = spawn(process.execPath, [WITH_MOVABLE_CLOCK, join(ROOT, 'server/src/main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      // Reading hundreds of files of TypeScript anew takes a sixth of the start.
      NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'),
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: network.url,
      LOG_LEVEL: 'warn',
      CHAT_PER_MINUTE: '1000',
      REQUESTS_PER_MINUTE: '100000',
      UPLOADS_PER_HOUR: '1000',
      ADMIN_EMAILS: ADMIN_EMAILS.join(','),
      ...env,
      IDENTITY_SWITCHES: JSON.stringify(withMailForAll(switches)),
      ...(signIn && { HANKO_API_URL: `${network.url}${SIGN_IN_PATH}` }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  server.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  server.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  await waitUntil(`${network.url}/readyz`, () => true, { server, output });
  // Whoever asks before the starter documents are read gets no answer from them.
  const isReading = env['WORKER'] !== 'separate';
  if (isReading) await waitUntil(`${network.url}/metrics`, isEverythingRead, { server, output });
  return {
    url: network.url,
    network,
    nextAdmin: () => admins.next().value ?? '',
    ...mailbox,
    async withoutMail(act) {
      await rename(outbox, `${outbox}.away`);
      await writeFile(outbox, 'no folder');
      await act();
      await rm(outbox);
      await rename(`${outbox}.away`, outbox);
    },
    async moveClock(aheadMs) {
      const moved = once(server, 'message');
      server.send({ aheadMs });
      await moved;
    },
    async runScript(...words) {
      const script = join(ROOT, 'server', 'src', 'cli', 'run-operator-command.ts');
      await run(process.execPath, [script, ...words], { env: { DATA_DIR: dataDir } });
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await signIn?.stop();
      await network.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Switches {
  limits?: object;
}

/** Everybody here sits in one network and may cause as much mail as a test likes. */
function withMailForAll(switches: Switches): Switches {
  const limits = { mailsPerNetworkPerHour: 1_000_000, mailsPerHour: 1_000_000, ...switches.limits };
  return { ...switches, limits };
}

function isEverythingRead(metrics: string): boolean {
  const count = (status: string) =>
    Number(new RegExp(`^documents\\{status="${status}"\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);
  return count('Ready') > 0 && count('pending') + count('Processing') === 0;
}

async function waitUntil(
  url: string,
  holds: (body: string) => boolean,
  { server, output }: { server: ChildProcess; output: string[] },
): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok && holds(await reply.text())) return;
    await delay(POLL_MS);
  }
  server.kill('SIGKILL');
  const end = server.exitCode ?? server.signalCode ?? `no end within ${START_LIMIT_MS} ms`;
  throw new Error(`The product did not start (${end}):\n${output.join('')}`);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
