import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool, type PoolClient } from 'pg';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** How long work may take before it is asked whether the database is still there. */
const DOUBT_AFTER_MS = 5_000;
const PROBE_TIMEOUT_MS = 10_000;
/** What SQLSTATE looks like: whoever sends one lives. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Lends connections to whichever of several hosts takes writes. */
export interface PrimaryPool {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  /** Of the connections; Kysely wants to see them. */
  options: object;
}

/**
 * One address for each host of `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME`, as libpq reads it; a
 * host that is wrong in itself is left to whoever reads the addresses.
 */
export function listHosts(databaseUrl: string): string[] {
  const [, start = '', hosts, rest = ''] =
    /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(databaseUrl) ?? [];
  return hosts?.split(',').map((host) => `${start}${host}${rest}`) ?? [databaseUrl];
}

/**
 * Ten connections to the first host that takes writes, found anew when it is gone or writes no more.
 * Of several hosts those that only follow are passed over, so that after a failover the next call
 * finds the new primary. A host that vanishes without a word (its machine is off, the network is cut)
 * would hold its callers for a quarter of an hour: within twenty seconds they fail instead.
 */
export function openPrimaryPool(databaseUrl: string): PrimaryPool {
  const urls = listHosts(databaseUrl);
  const hosts = urls.map((url) => openHost(url, { mustWrite: urls.length > 1 }));
  let current = 0;
  return {
    options: {},
    async connect() {
      const failures: unknown[] = [];
      for (const _host of hosts) {
        const asked = current;
        try {
          return await hostAt(asked).pool.connect();
        } catch (error) {
          failures.push(error);
          // Whoever came first has moved on already.
          if (current === asked) current = (asked + 1) % hosts.length;
        }
      }
      throw failures[0];
    },
    async end() {
      await Promise.all(hosts.map((host) => host.end()));
    },
  };

  function hostAt(index: number) {
    const host = hosts[index];
    if (host === undefined) throw new Error('DATABASE_URL names no host.');
    return host;
  }
}

function openHost(url: string, { mustWrite }: { mustWrite: boolean }) {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    ...(mustWrite && { verify: refuseFollower }),
  });
  // A lost connection fails what runs on it and is replaced at the next use. Idle ones report to the
  // pool, lent ones to themselves; without a listener either would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const ended = new AbortController();
  const watch = watchHost(url, pool, sockets, ended.signal);
  return {
    pool,
    async end() {
      ended.abort();
      await Promise.all([watch, pool.end()]);
    },
  };
}

function refuseFollower(client: PoolClient, done: (error?: Error) => void): void {
  const follows = 'select pg_is_in_recovery() as follows';
  // The types promise an error where none need be.
  client.query<{ follows: boolean }>(follows, (error: Error | null, result) => {
    if (error === null && result.rows[0]?.follows)
      done(new Error('Connection terminated: a follower'));
    else done(error ?? undefined);
  });
}

/** Breaks every connection to a host that does not reply any more, as soon as somebody waits for it. */
async function watchHost(
  url: string,
  pool: Pool,
  sockets: ReadonlySet<Socket>,
  signal: AbortSignal,
): Promise<void> {
  const lent = new Map<PoolClient, number>();
  pool.on('acquire', (client) => lent.set(client, performance.now()));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('remove', (client) => lent.delete(client));
  while (!signal.aborted) {
    await pause(DOUBT_AFTER_MS, undefined, { ref: false, signal }).catch(() => undefined);
    const before = performance.now() - DOUBT_AFTER_MS;
    const isDoubted = [...lent.values()].some((since) => since < before);
    if (!isDoubted || signal.aborted) continue;
    const suspects = [...sockets];
    if (await replies(url)) continue;
    for (const socket of suspects) socket.destroy();
  }
}

/** Whether anybody replies, be it with a refusal. */
async function replies(url: string): Promise<boolean> {
  const probe = new Client({ connectionString: url, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && SQLSTATE.test(String(error.code));
  } finally {
    // Whoever did not reply does not say farewell either.
    probe.end().catch(() => undefined);
  }
}
