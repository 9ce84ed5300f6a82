import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedUp, signUpOverHttp, writeCookies } from '../../../e2e/support/http-client.ts';
import { readUntil } from '../../src/features/chat/testing/streaming-chat.ts';
import { type ModelServer, startModelServer } from '../model-server/start-model-server.ts';
import { type RunningProduct, startProduct } from './start-product.ts';
import {
  isInstalled,
  type RunningProxy,
  startApache,
  startCaddy,
  startNginx,
} from './start-proxy.ts';

const CALLS_A_MINUTE = 60;
/** The product starts, and reads its documents, on a machine that runs other tests too. */
const PREPARATION_LIMIT_MS = 600_000;

const startPlainNginx = (port: number) =>
  startNginx(
    (listen) => `server { listen ${listen}; location / { proxy_pass http://127.0.0.1:${port}; } }`,
  );
const startPlainCaddy = (port: number) =>
  startCaddy((address) => `${address} {\n\treverse_proxy 127.0.0.1:${port}\n}`);
/** As shipped, but for certificates and names, which no test has. */
const startShippedNginx = (port: number) =>
  startNginx((listen) => {
    const server = readShipped('nginx.conf')
      .replace('listen 443 ssl;', `listen ${listen};`)
      .replaceAll(/^\s*(?:ssl_certificate|server_name).*$/gm, '')
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
    return `limit_conn_zone $binary_remote_addr zone=visitors:10m;\n${server}`;
  });
const startShippedCaddy = (port: number) =>
  startCaddy((address) =>
    readShipped('Caddyfile')
      .replace('{$PUBLIC_HOST}', address)
      .replace('product:3000', `127.0.0.1:${port}`),
  );

const startPlainApache = (port: number) =>
  startApache(
    (address) => `<VirtualHost ${address}>\nProxyPass / http://127.0.0.1:${port}/\n</VirtualHost>`,
  );
const startShippedApache = (port: number) =>
  startApache((address) =>
    readShipped('apache.conf')
      .replace('*:443', address)
      .replaceAll(/^\s*(?:SSL\w+|ServerName) .*$/gm, '')
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`),
  );

const PUBLISHED = { PUBLIC_URL: 'https://pathway.example.org' };
/** Visitors of tests come from other addresses of loopback, and are no proxies. */
const TRUSTING = { ...PUBLISHED, TRUSTED_PROXIES: '127.0.0.1' };
const CONFIGURATIONS = [
  {
    name: 'nginx with nothing but proxy_pass',
    program: 'nginx',
    settings: PUBLISHED,
    startProxy: startPlainNginx,
  },
  {
    name: 'nginx as shipped, which the product trusts',
    program: 'nginx',
    settings: TRUSTING,
    startProxy: startShippedNginx,
  },
  {
    name: 'Caddy with nothing but reverse_proxy',
    program: 'caddy',
    settings: PUBLISHED,
    startProxy: startPlainCaddy,
  },
  {
    name: 'Caddy as shipped, which the product trusts',
    program: 'caddy',
    settings: TRUSTING,
    startProxy: startShippedCaddy,
  },
  {
    name: 'Apache with nothing but ProxyPass',
    program: 'apache2',
    settings: PUBLISHED,
    startProxy: startPlainApache,
  },
  {
    name: 'Apache as shipped, which the product trusts',
    program: 'apache2',
    settings: TRUSTING,
    startProxy: startShippedApache,
  },
] as const;

/** From where somebody comes who asks more often than is allowed. */
const EAGER = { nginx: '127.0.2.1', caddy: '127.0.2.2', apache2: '127.0.2.4' };

const PROTECTING =
  /^(?:content-security-policy|strict-transport-security|referrer-policy|permissions-policy|x-|cross-origin-)/;

/** What a visitor may say to look like the operator. */
const PRETENCES: Record<string, string>[] = [
  {},
  { host: 'localhost' },
  { 'x-forwarded-host': 'localhost' },
  { host: 'localhost', 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' },
  { host: 'pathway.example.org', 'x-forwarded-host': 'localhost' },
];

for (const program of ['nginx', 'caddy', 'apache2'] as const) {
  if (!isInstalled(program)) {
    process.stderr.write(`${program} is not installed: its tests are left out.\n`);
  }
}

let model: ModelServer;
const products = new Map<object, RunningProduct>();
beforeAll(async () => {
  model = await startModelServer();
});
afterAll(async () => {
  await Promise.all([...products.values()].map((product) => product.stop()));
  await model.close();
});

for (const { name, program, settings, startProxy } of CONFIGURATIONS) {
  describe.skipIf(!isInstalled(program))(`behind ${name}`, () => {
    let proxy: RunningProxy;
    let person: SignedUp;
    let port = 0;
    beforeAll(async () => {
      const product = await openProduct(settings);
      await product.untilDocumentsAreRead();
      port = product.port;
      proxy = await startProxy(product.port);
      const readCode = async () => {
        const mails = await product.runScript('outbox');
        return /^Subject: .*?(\d{6})/m.exec(mails)?.[1] ?? '';
      };
      const email = `${program}@example.org`;
      person = await signUpOverHttp({ url: proxy.url, readCode }, { email });
      await person.acceptTerms();
    }, PREPARATION_LIMIT_MS);
    afterAll(() => proxy.stop());

    test.each(PRETENCES)('nobody who sends %j finds what is the operator’s', async (headers) => {
      for (const path of ['/outbox', '/metrics']) {
        expect((await ask(proxy, { path, headers })).status).toBe(404);
      }
    });

    test('the page and its files are there', async () => {
      const page = await ask(proxy, { path: '/', headers: { accept: 'text/html' } });
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
      const built = await ask(proxy, { path: script });
      expect([page.status, built.status]).toEqual([200, 200]);
      expect(built.headers['cache-control']).toContain('immutable');
    });

    test('the headers that protect the page come through, each once', async () => {
      const direct = await ask({ port }, { path: '/', headers: { accept: 'text/html' } });
      const passed = await ask(proxy, { path: '/', headers: { accept: 'text/html' } });
      const names = Object.keys(direct.headers).filter((name) => PROTECTING.test(name));
      expect(names.length).toBeGreaterThan(5);
      for (const name of names) {
        expect([name, passed.headersDistinct[name]]).toEqual([name, [direct.headers[name]]]);
      }
    });

    test('a session is a cookie for https alone', async () => {
      const reply = await ask(proxy, {
        method: 'POST',
        path: '/api/hanko/callback',
        headers: { cookie: `hanko=${person.cookies['hanko']}` },
      });
      expect(reply.headers['set-cookie']?.[0]).toMatch(
        /^__Host-pathway_session=.*; HttpOnly; Secure; SameSite=Lax$/,
      );
    });

    test('an answer is shown while the model still writes it', async () => {
      const gate = Promise.withResolvers<void>();
      model.mayAnswer = gate.promise;
      const response = await askQuestion(proxy, person);
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(await readUntil(response, '\n\n')).toBe(':\n\n');
      await expect.poll(() => model.openCalls).toBeGreaterThan(0);
      gate.resolve();
      expect(await readUntil(response, '"done"')).toContain('"type":"delta"');
    });

    if (settings !== TRUSTING) return;

    test('a limit counts the visitor, whatever names he gives himself, and not the proxy', async () => {
      const askFrom = async (localAddress: string, call = 0) => {
        const headers = { 'x-forwarded-for': `203.0.113.${call}` };
        return (await ask(proxy, { path: '/api/user/session', localAddress, headers })).status;
      };
      const eager = EAGER[program];
      for (let call = 1; call <= CALLS_A_MINUTE; call += 1) {
        expect(await askFrom(eager, call)).toBe(401);
      }
      expect(await askFrom(eager)).toBe(429);
      expect(await askFrom('127.0.2.3')).toBe(401);
    });
  });
}

describe.skipIf(!isInstalled('nginx'))('behind nginx, of which the product was not told', () => {
  test(
    'nobody finds what is the operator’s',
    async () => {
      const proxy = await startPlainNginx((await openProduct({})).port);
      for (const headers of PRETENCES) {
        for (const path of ['/outbox', '/metrics']) {
          expect((await ask(proxy, { path, headers })).status).toBe(404);
        }
      }
      await proxy.stop();
    },
    PREPARATION_LIMIT_MS,
  );
});

/** One product for all proxies that want the same settings. */
async function openProduct(settings: Record<string, string>): Promise<RunningProduct> {
  const opened = products.get(settings);
  if (opened !== undefined) return opened;
  const product = await startProduct({
    CHAT_MODEL: 'compatible/stand-in',
    CHAT_MODEL_URL: model.url,
    REQUESTS_PER_MINUTE: String(CALLS_A_MINUTE),
    ...settings,
  });
  products.set(settings, product);
  return product;
}

function readShipped(name: string): string {
  return readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
}

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** The loopback address of the visitor. */
  localAddress?: string;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** Every value of a header. */
  headersDistinct: NodeJS.Dict<string[]>;
  body: string;
}

/** A request whose every header is the test's. */
function ask({ port }: Pick<RunningProxy, 'port'>, asked: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, agent: false, ...asked }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (text: string) => (body += text));
      reply.once('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          headersDistinct: reply.headersDistinct,
          body,
        }),
      );
    });
    asking.once('error', reject);
    asking.end();
  });
}

function askQuestion(proxy: RunningProxy, { userId, cookies }: SignedUp): Promise<Response> {
  return fetch(`${proxy.url}/api/chat`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      cookie: writeCookies(cookies),
    },
    body: JSON.stringify({
      messages: [{ role: 'user', content: 'When can I send the FAFSA?' }],
      session_id: 'session-0001',
      user_id: userId,
    }),
  });
}
