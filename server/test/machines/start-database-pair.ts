import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Machine, Network, Running } from './open-network.ts';

const PORT = 5_432;
const USER = 'postgres';
const DATABASE = 'pathway';
const WAIT_LIMIT_MS = 30_000;
/** Where Debian puts each version. */
const VERSIONS = '/usr/lib/postgresql';

/** PostgreSQL on two machines, one of which follows the other and confirms every commit. */
export interface DatabasePair {
  /** Names both hosts, as the product is told. */
  url: string;
  primary(): Node;
  follower(): Node;
  /** What an operator does when the primary is lost: makes the follower the primary. */
  promote(): Promise<void>;
  /** Makes the lost machine a follower of the new primary; from then on commits are confirmed again. */
  rejoin(): Promise<void>;
  /** Ends the primary in order and starts it again. */
  restartPrimary(): Promise<void>;
  /** Runs one statement on the primary. */
  ask<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

interface Node {
  machine: Machine;
  folder: string;
  running: Running | undefined;
}

/** Where Debian's newest PostgreSQL keeps its programs; undefined when there is none. */
export function findPostgres(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const newest = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  return newest
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

export async function startDatabasePair(network: Network): Promise<DatabasePair> {
  const bin = findPostgres() ?? '';
  const root = mkdtempSync(join(tmpdir(), 'pair-'));
  const { uid, gid } = findUser();
  chownSync(root, uid, gid);
  const makeNode = (name: string): Node => {
    const folder = join(root, name);
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
    return { machine: network.addMachine(name), folder, running: undefined };
  };
  let [primary, follower] = [makeNode('one'), makeNode('other')];
  const hosts = [primary, follower].map(({ machine }) => `${machine.address}:${PORT}`);

  const run = (node: Node, program: string, ...words: string[]) =>
    node.machine.run([join(bin, program), ...words], { user: USER });

  function start(node: Node): void {
    const settings = {
      listen_addresses: node.machine.address,
      unix_socket_directories: '',
      // How soon a follower asks again after the primary was away; commits wait for it.
      wal_retrieve_retry_interval: '500ms',
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    node.running = node.machine.start([join(bin, 'postgres'), '-D', node.folder, ...words], {
      user: USER,
    });
  }

  async function askNode<Row extends object>(
    { machine }: Node,
    statement: string,
    { database = DATABASE, values }: { database?: string; values?: unknown[] } = {},
  ): Promise<Row[]> {
    const client = new Client({ host: machine.address, port: PORT, user: USER, database });
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  const onServer = (node: Node, statement: string) =>
    askNode<{ yes: boolean }>(node, statement, { database: 'postgres' });

  /** The statement returns one column, `yes`. */
  async function until(node: Node, statement: string): Promise<void> {
    const deadline = performance.now() + WAIT_LIMIT_MS;
    for (;;) {
      const [row] = await onServer(node, statement).catch(() => []);
      if (row?.yes) return;
      if (performance.now() > deadline) {
        const outputs = [primary, follower].map(({ running }) => running?.output());
        throw new Error([statement, ...outputs].join('\n'));
      }
      await pause(50);
    }
  }

  async function follow(): Promise<void> {
    await rm(follower.folder, { recursive: true, force: true });
    const from = ['-h', primary.machine.address, '-p', String(PORT), '-U', USER];
    const how = ['-D', follower.folder, '-R', '-X', 'stream', '-c', 'fast'];
    await run(follower, 'pg_basebackup', ...from, ...how);
    start(follower);
    await until(
      primary,
      `select count(*) = 1 as yes from pg_stat_replication where state = 'streaming'`,
    );
    await onServer(primary, `alter system set synchronous_standby_names = '*'`);
    await onServer(primary, 'select pg_reload_conf() as yes');
    await until(
      primary,
      `select count(*) = 1 as yes from pg_stat_replication where sync_state = 'sync'`,
    );
  }

  await run(primary, 'initdb', '-D', primary.folder, '--auth=trust', '--encoding=UTF8');
  const everybody = `host all all ${network.address}/24 trust\nhost replication all ${network.address}/24 trust\n`;
  writeFileSync(join(primary.folder, 'pg_hba.conf'), everybody);
  start(primary);
  await until(primary, 'select true as yes');
  await onServer(primary, `create database ${DATABASE}`);
  await follow();

  return {
    url: `postgres://${USER}@${hosts.join(',')}/${DATABASE}`,
    primary: () => primary,
    follower: () => follower,
    async promote() {
      // Nobody follows the new primary yet; its commits would wait for ever.
      await onServer(follower, 'alter system reset synchronous_standby_names');
      await onServer(follower, 'select pg_reload_conf() as yes');
      await onServer(follower, 'select pg_promote() as yes');
      await until(follower, 'select not pg_is_in_recovery() as yes');
      [primary, follower] = [follower, primary];
    },
    async rejoin() {
      // What was primary must never again be one by itself.
      await follower.machine.powerOff();
      follower.machine.heal();
      await follow();
    },
    async restartPrimary() {
      await primary.running?.end('SIGINT');
      start(primary);
      await until(
        primary,
        `select count(*) = 1 as yes from pg_stat_replication where sync_state = 'sync'`,
      );
    },
    ask: (statement, values) => askNode(primary, statement, { values }),
    async close() {
      await Promise.all([primary, follower].map(({ machine }) => machine.powerOff()));
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Who may run PostgreSQL, which refuses root. */
function findUser(): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((word) =>
    Number(execFileSync('id', [word, USER], { encoding: 'utf8' })),
  );
  if (!uid || !gid) throw new Error(`${USER} is no ordinary user.`);
  return { uid, gid };
}
