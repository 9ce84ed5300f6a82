import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { createWidgetClient, readReply } from '../../test/widget-client.ts';
import { mountIdentity } from '../mount-identity.ts';

describe.each(engines.slice(0, 1))('the addresses of the provider', (engine) => {
  const providers = useProviders(engine);
  const json = { 'content-type': 'application/json' };

  test('[IDP-12] whatever happens on a flow address, the answer is an envelope', async () => {
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
