import { describe, expect, test } from 'vitest';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signUp } from '../../test/sign-up.ts';
import { readReply } from '../../test/widget-client.ts';

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
