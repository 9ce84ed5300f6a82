import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { engines } from '../test/open-test-database.ts';
import { useProviders } from '../test/providers.ts';
import { signUp } from '../test/sign-up.ts';
import { createWidgetClient, readReply } from '../test/widget-client.ts';
import { mountIdentity } from './mount-identity.ts';

describe.each(engines.slice(0, 1))('the addresses of the provider', (engine) => {
  const providers = useProviders(engine);
  const json = { 'content-type': 'application/json' };

  test('[IDP-12] whatever happens on a flow address, the reply is an envelope', async () => {
    const { app } = await providers.build();
    const login = '/identity/login';
    const cases = [
      ['not JSON', 400, { url: login, headers: json, payload: '{"a":' }],
      [
        'a NUL',
        403,
        {
          url: `${login}?action=back%40${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
          headers: json,
          payload: '{"input_data":{"a":"\\u0000"}}',
        },
      ],
      [
        'a poisoned prototype',
        400,
        { url: login, headers: json, payload: '{"__proto__":{"a":1}}' },
      ],
      ['a list', 400, { url: `${login}?action=a@b`, headers: json, payload: '[]' }],
      [
        'an odd csrf token',
        400,
        { url: `${login}?action=a@b`, headers: json, payload: '{"csrf_token":1}' },
      ],
      ['two actions', 400, { url: `${login}?action=a@b&action=c@d`, headers: json, payload: '{}' }],
      ['no id', 400, { url: `${login}?action=back`, headers: json, payload: '{}' }],
      ['an odd id', 403, { url: `${login}?action=back%40%27`, headers: json, payload: '{}' }],
      ['text', 415, { url: login, headers: { 'content-type': 'text/plain' }, payload: 'x' }],
      [
        'a form',
        415,
        { url: login, headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
      ],
      ['a body too long', 413, { url: login, headers: json, payload: `"${'x'.repeat(70_000)}"` }],
      ['an address below', 404, { url: `${login}/more` }],
    ] as const;
    for (const [name, status, request] of cases) {
      const reply = readReply(await app.inject({ method: 'POST', ...request }));
      expect([name, reply.status]).toEqual([name, status]);
      expect(reply).toMatchObject({ name: 'error', actions: {}, csrf_token: '' });
    }
    const get = readReply(await app.inject({ method: 'GET', url: login }));
    expect(get).toMatchObject({ status: 404, error: { code: 'not_found' } });
  });

  test('[IDP-16] a limit of the host is an envelope with its own text', async () => {
    const app = Fastify();
    app.addHook('onRequest', async () => {
      throw Object.assign(new Error('Too many'), { statusCode: 429 });
    });
    const { db } = providers.database;
    await mountIdentity(app, { ...hostDeps, db });
    const reply = readReply(await app.inject({ method: 'POST', url: '/identity/login' }));
    expect(reply).toMatchObject({ status: 429, error: { code: 'rate_limit_exceeded' } });
    const other = await app.inject({ url: '/identity/me' });
    expect(other.json()).toEqual({ code: 429, message: 'Too Many Requests' });
  });

  test('[IDP-19] JSON is announced without a body on opening a flow and on logout', async () => {
    const { app } = await providers.build();
    const opened = await app.inject({ method: 'POST', url: '/identity/login', headers: json });
    expect(readReply(opened)).toMatchObject({ name: 'preflight', status: 200, payload: {} });
    const logout = await app.inject({ method: 'POST', url: '/identity/logout', headers: json });
    expect(logout.statusCode).toBe(401);
    expect(opened.headers['cache-control']).toBe('no-store');
  });

  test('elsewhere failures are a code and a text, and the host keeps its own handlers', async () => {
    const app = Fastify();
    const { db } = providers.database;
    app.get('/ours', () => {
      throw new Error('ours');
    });
    app.post('/echo', (request) => ({ body: request.body }));
    await mountIdentity(app, { ...hostDeps, db });
    expect((await app.inject('/identity/nowhere')).json()).toEqual({
      code: 404,
      message: 'Not Found',
    });
    expect((await app.inject('/nowhere')).json()).toMatchObject({ error: 'Not Found' });
    expect((await app.inject('/ours')).json()).toMatchObject({ message: 'ours' });
    const text = {
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': 'text/plain' },
    } as const;
    expect((await app.inject({ ...text, payload: 'x' })).json()).toEqual({ body: 'x' });
  });

  test('it mounts under the prefix of a scope as well', async () => {
    const app = Fastify();
    const { db } = providers.database;
    let issuer = '';
    await app.register(
      async (scope) => {
        issuer = (await mountIdentity(scope, { ...hostDeps, db })).issuer;
      },
      { prefix: '/sign-in' },
    );
    const reply = readReply(await app.inject({ method: 'POST', url: '/sign-in/registration' }));
    expect(reply.actions.register_client_capabilities?.href).toMatch(/^\/registration\?action=/);
    expect(issuer).toBe('https://app.example/sign-in');
    const missing = await app.inject({ method: 'POST', url: '/sign-in/login/x' });
    expect(readReply(missing).error?.code).toBe('not_found');
  });

  test('health', async () => {
    const client = createWidgetClient((await providers.build()).app);
    expect(await client.get('/health/alive')).toEqual({ status: 200, body: { alive: true } });
    expect(await client.get('/health/ready')).toEqual({ status: 200, body: { ready: true } });
  });
});

const hostDeps = {
  publicUrl: 'https://app.example/',
  serviceName: 'Pathway',
  sendMail: async () => {},
  clock: { now: () => new Date() },
  log: { info() {}, warn() {}, error() {} },
  secureCookies: true,
};

describe.each(engines)('how much one address may ask on $name', (engine) => {
  const providers = useProviders(engine);
  const opened = { method: 'POST', url: '/identity/login' } as const;

  test('[IDP-16] the third flow within a minute waits where two are allowed, elsewhere nobody does', async () => {
    const { app, clock } = await providers.build({ config: { limits: { flowsPerMinute: 2 } } });
    const open = async (remoteAddress: string) =>
      readReply(await app.inject({ ...opened, remoteAddress }));
    const { actions } = await open('10.0.0.1');
    clock.advance(20);
    expect((await open('10.0.0.1')).status).toBe(200);
    const refused = await open('10.0.0.1');
    expect(refused).toMatchObject({
      name: 'error',
      status: 429,
      csrf_token: '',
      actions: {},
      error: { code: 'rate_limit_exceeded' },
    });
    expect(refused.headers['retry-after']).toBe('40');
    expect((await open('10.0.0.2')).status).toBe(200);
    const url = `/identity${actions['register_client_capabilities']?.href}`;
    const step = await app.inject({ method: 'POST', url, remoteAddress: '10.0.0.1' });
    expect(step.statusCode).not.toBe(429);
    clock.advance(41);
    expect((await open('10.0.0.1')).status).toBe(200);
  });

  test('[IDP-16] addresses that the host names as one network count as one', async () => {
    const { app } = await providers.build({
      config: { limits: { flowsPerMinute: 2 } },
      networkOf: (address) => address.slice(0, address.lastIndexOf(':')),
    });
    const open = async (remoteAddress: string) =>
      readReply(await app.inject({ ...opened, remoteAddress })).status;
    expect(await open('2001:db8:1:2::1')).toBe(200);
    expect(await open('2001:db8:1:2::2')).toBe(200);
    expect(await open('2001:db8:1:2::3')).toBe(429);
    expect(await open('2001:db8:1:3::1')).toBe(200);
  });

  test('[IDP-13] on the account page everybody counts alone, whatever address they share', async () => {
    const provider = await providers.build({ config: { limits: { flowsPerMinute: 3 } } });
    const people = [
      await signUp(provider, 'a@example.org'),
      await signUp(provider, 'b@example.org'),
    ];
    for (const person of people) {
      for (let flows = 0; flows < 3; flows += 1) {
        expect((await person.open('profile')).status).toBe(200);
      }
      expect((await person.open('profile')).error?.code).toBe('rate_limit_exceeded');
    }
  });

  test('[IDP-16, IDP-19] whom the host does not let in gets an envelope or a code, and the time; checks of sessions are let in', async () => {
    const { app } = await providers.build({ secondsToWait: async () => 7 });
    const flow = readReply(await app.inject(opened));
    expect(flow).toMatchObject({ name: 'error', status: 429, actions: {} });
    expect(flow.error?.code).toBe('rate_limit_exceeded');
    expect(flow.headers['retry-after']).toBe('7');
    for (const url of ['/identity/me', '/identity/nowhere']) {
      const reply = await app.inject({ url });
      expect(reply.json()).toEqual({ code: 429, message: 'Too Many Requests' });
      expect(reply.headers['retry-after']).toBe('7');
    }
    const free = ['/.well-known/jwks.json', '/health/alive', '/sessions/validate'];
    for (const path of free) {
      expect((await app.inject({ url: `/identity${path}` })).statusCode).toBe(200);
    }
    const payload = { session_token: 'none' };
    const asked = await app.inject({ method: 'POST', url: '/identity/sessions/validate', payload });
    expect(asked.json()).toEqual({ is_valid: false });
  });
});
