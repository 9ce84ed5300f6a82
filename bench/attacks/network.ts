import { request, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { signUpOverHttp } from '../../e2e/support/http-client.ts';
import type { Attack } from './attack.ts';
import { openTarget } from './open-target.ts';

const CALLS = 300;
/** Calls a minute of one who is not signed in; flows are limited by themselves. */
const ALLOWED = 60;

/** The proxy of the installation names the visitor, so that one machine can be many. */
export const ipv6Network: Attack = {
  name: 'ipv6-network',
  aim: 'leave every limit behind by asking from another address of the same IPv6 network each time',
  async run(tree) {
    const target = await openTarget(tree, {
      TRUSTED_PROXIES: 'loopback',
      REQUESTS_PER_MINUTE: String(ALLOWED),
    });
    const countAdmitted = async (path: string, method: string) => {
      let admitted = 0;
      for (let host = 1; host <= CALLS; host += 1) {
        const headers = { 'x-forwarded-for': `2001:db8:1:2::${host.toString(16)}` };
        const reply = await fetch(`${target.url}${path}`, { method, headers });
        await reply.arrayBuffer();
        if (reply.status !== 429) admitted += 1;
      }
      return admitted;
    };
    try {
      const calls = await countAdmitted('/api/user/session', 'GET');
      const flows = await countAdmitted('/identity/login', 'POST');
      return {
        holds: calls <= ALLOWED && flows <= ALLOWED,
        figure: `of ${CALLS} calls ${calls} let in, of ${CALLS} sign-ins begun ${flows}, where ${ALLOWED} are allowed`,
      };
    } finally {
      await target.close();
    }
  },
};

/** All that the server takes, and some for those that it ends. */
const CONNECTIONS = 2_050;
const ATTACKER = '127.0.0.2';
const VISITORS = Array.from({ length: 99 }, (_, index) => `127.0.1.${index + 1}`);
const TIMEOUT_MS = 5_000;
const SETTLE_MS = 4_000;
const REFUSAL_MS = 500;
// Fewer than the system queues, so that none is lost on the way.
const OPENED_AT_ONCE = 50;
const OPEN_EVERY_MS = 20;

/** Saying nothing costs the one who does it nothing. */
export const idleConnections: Attack = {
  name: 'idle-connections',
  aim: 'shut everybody else out with 2,000 silent connections from one address',
  async run(tree) {
    const target = await openTarget(tree);
    const attacker = holdConnections(target.port);
    try {
      await wait(SETTLE_MS);
      const statuses = await Promise.all(VISITORS.map((from) => askFrom(target.port, from)));
      const held = await attacker.count();
      const refused = statuses.filter((status) => status !== 200).length;
      return {
        holds: refused === 0,
        figure: `${refused} of ${VISITORS.length} visitors refused while one address holds ${held} connections`,
      };
    } finally {
      attacker.stop();
      await target.close();
    }
  },
};

/** The status that somebody at a loopback address gets, 0 for no reply. */
function askFrom(port: number, localAddress: string): Promise<number> {
  return ask(port, { path: '/readyz', localAddress, timeout: TIMEOUT_MS }).catch(() => 0);
}

/** Keeps as many connections open as it may until they are counted; whatever is closed is opened anew. */
function holdConnections(port: number): { count(): Promise<number>; stop(): void } {
  const sockets = new Set<Socket>();
  const open = () => {
    const wanted = Math.min(CONNECTIONS - sockets.size, OPENED_AT_ONCE);
    for (let index = 0; index < wanted; index += 1) {
      const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
      socket.resume();
    }
  };
  const timer = setInterval(open, OPEN_EVERY_MS);
  return {
    async count() {
      clearInterval(timer);
      // Those just opened may still be refused.
      await wait(REFUSAL_MS);
      return [...sockets].filter(({ readyState }) => readyState === 'open').length;
    },
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A character that the database cannot hold, where text is looked up. */
export const nulInAddress: Attack = {
  name: 'nul-in-address',
  aim: 'make the server fail with a NUL in a query, a path or a cookie',
  async run(tree) {
    const target = await openTarget(tree);
    try {
      const { url } = target;
      const client = await signUpOverHttp(target, { email: 'nul@example.org' });
      await client.acceptTerms();
      const flow = await fetch(`${url}/identity/login?action=a@%00`, { method: 'POST' });
      const cookie = await fetch(`${url}/api/user/session`, { headers: { cookie: 'hanko=%00' } });
      const statuses = {
        query: (await client.call('GET', statusPath(client.userId))).status,
        path: (await client.call('GET', '/api/none/%00')).status,
        flow: flow.status,
        cookie: cookie.status,
      };
      return {
        holds: Object.values(statuses).every((status) => status === 400),
        figure: Object.entries(statuses)
          .map(([where, status]) => `${where} ${status}`)
          .join(', '),
      };
    } finally {
      await target.close();
    }
  },
};

function statusPath(userId: string): string {
  return `/api/consent/status?user_id=${userId}&version=%00`;
}

const PUBLIC_NAME = 'pathway.example.org';

/** What reaches the product from a visitor, as different proxies pass it on. */
const ARRIVALS: ((port: number) => Record<string, string>)[] = [
  // A proxy that names nobody.
  (port) => ({ host: `127.0.0.1:${port}` }),
  // The visitor's own Host, passed on.
  () => ({ host: 'localhost' }),
  // The visitor's own X-Forwarded-Host, passed on.
  () => ({ host: PUBLIC_NAME, 'x-forwarded-host': 'localhost' }),
];

/** The codes and addresses of everybody who signs in stand in the outbox. */
export const operatorPages: Attack = {
  name: 'operator-pages',
  aim: 'read sign-in codes and metrics of a published product from outside, through its proxy',
  async run(tree) {
    const target = await openTarget(tree, {
      PUBLIC_URL: `https://${PUBLIC_NAME}`,
      TRUSTED_PROXIES: 'loopback',
    });
    try {
      const countOpen = async (path: string) => {
        const statuses = await Promise.all(
          ARRIVALS.map((headersFor) =>
            ask(target.port, { path, headers: headersFor(target.port) }),
          ),
        );
        return statuses.filter((status) => status !== 404).length;
      };
      const [outbox, metrics] = [await countOpen('/outbox'), await countOpen('/metrics')];
      return {
        holds: outbox + metrics === 0,
        figure: `/outbox open through ${outbox} of ${ARRIVALS.length} proxies, /metrics through ${metrics}`,
      };
    } finally {
      await target.close();
    }
  },
};

/** The status of one request over loopback with exactly the headers of the options, `Host` included. */
function ask(port: number, options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request({ ...options, host: '127.0.0.1', port, agent: false }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode ?? 0));
    });
    call.once('timeout', () => call.destroy());
    call.once('error', reject);
    call.end();
  });
}
