import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { start } from '../../test/build-test-provider.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signUp } from '../../test/sign-up.ts';
import { createWidgetClient, readReply } from '../../test/widget-client.ts';
import { readIdentityConfig } from '../config.ts';
import type { FlowRecord } from '../store/flow-record.ts';
import type { Stores } from '../store/stores.ts';
import { back, fail, next, type Protocol, reject, stay } from './definitions.ts';
import { createFlowContext, type FlowContext } from './flow-context.ts';
import { applyOutcome } from './run-action.ts';
import type { IdentityRuntime } from './runtime.ts';

describe.each(engines)('the engine on $name', (engine) => {
  const providers = useProviders(engine);

  test('a csrf token works once; the newest one goes on working', async () => {
    const client = createWidgetClient((await providers.build()).app);
    const first = await client.begin('login');
    const second = await client.run('remember_me', { remember_me: true });
    expect(second).toMatchObject({ name: 'login_init', status: 200 });
    expect(second.csrf_token).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(second.csrf_token).not.toBe(first.csrf_token);
    const replayed = await client.replay(first, 'remember_me', { remember_me: true });
    expect(replayed).toMatchObject({
      name: 'error',
      status: 403,
      csrf_token: '',
      actions: {},
      error: { code: 'operation_not_permitted_error' },
    });
    expect(replayed).not.toHaveProperty('payload');
    expect((await client.replay(second, 'remember_me')).status).toBe(200);
  });

  test('parallel requests with one csrf token execute once', async () => {
    const { app } = await providers.build();
    const client = createWidgetClient(app);
    const reply = await client.begin('login');
    const all = await Promise.all(
      Array.from({ length: 20 }, () => client.replay(reply, 'remember_me')),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 403)).toHaveLength(19);
  });

  test('checks come in order: known, not expired, csrf, action', async () => {
    const { app, clock } = await providers.build();
    const client = createWidgetClient(app);
    await client.begin('login');
    const post = async (action: string, csrf: string) => {
      const url = `/identity/login?action=${encodeURIComponent(action)}`;
      const payload = { input_data: {}, csrf_token: csrf };
      const { status, error } = readReply(await app.inject({ method: 'POST', url, payload }));
      return [status, error?.code];
    };
    const id = flowIdOf(client.reply.actions.remember_me?.href);
    const csrf = client.reply.csrf_token;
    const refused = [403, 'operation_not_permitted_error'];
    expect(await post(`remember_me@${randomUUID()}`, csrf)).toEqual(refused);
    expect(await post(`remember_me@not-a-uuid`, csrf)).toEqual(refused);
    expect(await post(`remember_me@${id}`, 'x'.repeat(32))).toEqual(refused);
    expect(await post(`verify_passcode@${id}`, csrf)).toEqual(refused);
    expect(await post(`back@${id}`, csrf)).toEqual(refused);
    expect(await post('nonsense', csrf)).toEqual([400, 'technical_error']);
    clock.advance(24 * 60 * 60);
    expect(await post(`remember_me@${id}`, 'x'.repeat(32))).toEqual([410, 'flow_expired_error']);
  });

  test('a refusal leaves the flow as it was', async () => {
    const client = createWidgetClient((await providers.build()).app);
    const reply = await client.begin('login');
    await client.replay({ ...reply, csrf_token: 'y'.repeat(32) }, 'remember_me');
    expect((await client.replay(reply, 'remember_me')).status).toBe(200);
  });

  test('a flow is bound to its address', async () => {
    const { app } = await providers.build();
    const client = createWidgetClient(app);
    const reply = await client.begin('login');
    const href = reply.actions.remember_me?.href.replace('/login', '/registration') ?? '';
    const payload = { input_data: {}, csrf_token: reply.csrf_token };
    const moved = await app.inject({ method: 'POST', url: `/identity${href}`, payload });
    expect(readReply(moved)).toMatchObject({ status: 403, name: 'error' });
  });

  test('[IDP-12] a flow lives 24 hours to the second', async () => {
    const { app, clock } = await providers.build();
    const client = createWidgetClient(app);
    await client.begin('login');
    clock.advance(24 * 60 * 60 - 1);
    expect((await client.run('remember_me', { remember_me: true })).status).toBe(200);
    clock.advance(1);
    expect(await client.run('remember_me')).toMatchObject({
      name: 'error',
      status: 410,
      error: { code: 'flow_expired_error' },
    });
  });

  test('[IDP-12] a mail that cannot be sent is a technical error and puts the flow back', async () => {
    let broken = true;
    const sent: string[] = [];
    const provider = await providers.build({
      sendMail: async ({ to }) => {
        if (broken) throw new Error(`cannot reach the server of ${to}`);
        sent.push(to);
      },
    });
    const client = createWidgetClient(provider.app);
    const before = await client.begin('login');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const failed = await client.replay(before, 'continue_with_login_identifier', {
        email: 'mail@example.org',
      });
      expect(failed).toMatchObject({
        name: 'error',
        status: 500,
        error: { code: 'technical_error' },
      });
    }
    broken = false;
    const reply = await client.replay(before, 'continue_with_login_identifier', {
      email: 'mail@example.org',
    });
    expect(reply).toMatchObject({ name: 'passcode_confirmation', status: 200 });
    expect(sent).toEqual(['mail@example.org']);
    expect(provider.logged.join('\n')).toContain('identity.mail_failed');
    expect(provider.logged.join('\n')).not.toContain('mail@example.org');
  });

  test('[IDP-12] an unexpected fault rolls back and is a technical error without details', async () => {
    const provider = await providers.build();
    const client = createWidgetClient(provider.app);
    const before = await client.begin('login');
    const { db } = providers.database;
    const table = db.schema.alterTable('identity.passcodes');
    await table.renameTo('passcodes_away').execute();
    const email = { email: 'fault@example.org' };
    const failed = await client.replay(before, 'continue_with_login_identifier', email);
    const back = db.schema.alterTable('identity.passcodes_away');
    await back.renameTo('passcodes').execute();
    expect(failed).toMatchObject({ status: 500, error: { code: 'technical_error' } });
    expect(JSON.stringify(failed)).not.toContain('passcodes');
    expect(provider.logged.join('\n')).not.toContain('fault@example.org');
    const retried = await client.replay(before, 'continue_with_login_identifier', email);
    expect(retried).toMatchObject({ name: 'passcode_confirmation', status: 200 });
  });

  test('every action that is offered names its own address and can be executed', async () => {
    const provider = await providers.build();
    const client = await signUp(provider, 'walk@example.org');
    const seen: string[] = [];
    for (const flow of ['login', 'registration', 'profile']) {
      await client.begin(flow);
      for (const [name, action] of Object.entries(client.reply.actions)) {
        expect(action).toMatchObject({ action: name, href: expect.stringMatching(`^/${flow}\\?`) });
        if (name === 'account_delete') continue;
        const reply = await client.run(name);
        expect(reply.error?.code).not.toBe('operation_not_permitted_error');
        expect(reply.status).toBeLessThan(500);
        seen.push(name);
      }
    }
    expect(seen).toContain('email_create');
    expect(seen).toContain('continue_with_login_identifier');
  });

  test('[IDP-15] a flow that is switched off is refused in an envelope', async () => {
    const client = createWidgetClient((await providers.build()).app);
    expect(await client.open('token_exchange')).toMatchObject({
      name: 'error',
      status: 403,
      error: { code: 'operation_not_permitted_error' },
    });
  });
});

function flowIdOf(href = ''): string {
  return decodeURIComponent(href).split('@')[1] ?? '';
}

const record: FlowRecord = {
  id: '00000000-0000-4000-8000-000000000000',
  flow: 'login',
  state: 'login_init',
  previousState: 'preflight',
  queue: [],
  history: [{ state: 'preflight', data: {}, queue: ['login_init'] }],
  data: { rememberMe: true },
  csrfToken: 'x',
  version: 1,
  createdAt: start,
  expiresAt: start,
  openedBy: '',
};

/** Two states, one of which forgets something on arrival. */
const protocol = {
  states: {
    preflight: { actions: [] },
    login_init: {
      async arrive({ position }: FlowContext) {
        delete position.data.rememberMe;
        return undefined;
      },
      actions: [],
    },
  },
} as unknown as Protocol;

/** Only clock and switches are looked at by what these tests go through. */
function createContext() {
  const config = readIdentityConfig();
  const runtime = { clock: { now: () => start }, config } as IdentityRuntime;
  const client = { ip: '', userAgent: '', language: 'en' as const, cookies: new Map() };
  return createFlowContext(runtime, {} as Stores, { record, client });
}

describe('applyOutcome', () => {
  test('stay keeps state, data and history and shows the error', async () => {
    const ctx = createContext();
    ctx.position.data.address = 'written by the action';
    const shown = await applyOutcome(protocol, ctx, {
      before: ctx.position,
      outcome: stay('not_found'),
    });
    expect(shown).toEqual({ error: 'not_found', inputErrors: {} });
    expect(ctx.position).toMatchObject({
      state: 'login_init',
      data: { address: 'written by the action' },
    });
  });

  test('[IDP-16] input errors are one form error', async () => {
    const ctx = createContext();
    const shown = await applyOutcome(protocol, ctx, {
      before: ctx.position,
      outcome: reject({ email: 'value_missing_error' }),
    });
    expect(shown).toEqual({
      error: 'form_data_invalid_error',
      inputErrors: { email: 'value_missing_error' },
    });
  });

  test.each([fail('operation_not_permitted_error'), stay('flow_discontinuity_error')])(
    '[IDP-12] %j ends in the error state with nothing left',
    async (outcome) => {
      const ctx = createContext();
      expect(await applyOutcome(protocol, ctx, { before: ctx.position, outcome })).toHaveProperty(
        'error',
      );
      expect(ctx.position).toMatchObject({ state: 'error', queue: [], history: [], data: {} });
    },
  );

  test('back may carry an error to the state before', async () => {
    const ctx = createContext();
    expect(
      await applyOutcome(protocol, ctx, {
        before: ctx.position,
        outcome: back('form_data_invalid_error'),
      }),
    ).toEqual({
      error: 'form_data_invalid_error',
    });
    expect(ctx.position).toMatchObject({ state: 'preflight', queue: ['login_init'] });
  });

  test('a state arrives only when it is reached, not when it is kept', async () => {
    const kept = createContext();
    await applyOutcome(protocol, kept, { before: kept.position, outcome: next('login_init') });
    expect(kept.position.data.rememberMe).toBe(true);
    const reached = createContext();
    reached.position = { ...reached.position, state: 'preflight' };
    await applyOutcome(protocol, reached, {
      before: reached.position,
      outcome: next('login_init'),
    });
    expect(reached.position.data.rememberMe).toBeUndefined();
  });
});
