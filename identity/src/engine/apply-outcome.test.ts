import { describe, expect, test } from 'vitest';
import { start } from '../../test/build-test-provider.ts';
import { readIdentityConfig } from '../config.ts';
import type { IdentityRuntime } from '../identity-runtime.ts';
import type { Stores } from '../store/stores.ts';
import { applyOutcome } from './apply-outcome.ts';
import { createFlowContext } from './flow-context.ts';
import type { FlowRecord } from './flow-record.ts';
import { back, fail, next, reject, stay } from './outcome.ts';

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
};

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
    const shown = await applyOutcome(ctx, ctx.position, stay('not_found'));
    expect(shown).toEqual({ error: 'not_found', inputErrors: {} });
    expect(ctx.position).toMatchObject({
      state: 'login_init',
      data: { address: 'written by the action' },
    });
  });

  test('[IDP-16] input errors are one form error', async () => {
    const ctx = createContext();
    const shown = await applyOutcome(ctx, ctx.position, reject({ email: 'value_missing_error' }));
    expect(shown).toEqual({
      error: 'form_data_invalid_error',
      inputErrors: { email: 'value_missing_error' },
    });
  });

  test.each([fail('operation_not_permitted_error'), stay('flow_discontinuity_error')])(
    '[IDP-12] %j ends in the error state with nothing left',
    async (outcome) => {
      const ctx = createContext();
      expect(await applyOutcome(ctx, ctx.position, outcome)).toHaveProperty('error');
      expect(ctx.position).toMatchObject({ state: 'error', queue: [], history: [], data: {} });
    },
  );

  test('back may carry an error to the state before', async () => {
    const ctx = createContext();
    expect(await applyOutcome(ctx, ctx.position, back('form_data_invalid_error'))).toEqual({
      error: 'form_data_invalid_error',
    });
    expect(ctx.position).toMatchObject({ state: 'preflight', queue: ['login_init'] });
  });

  test('a state arrives only when it is reached, not when it is kept', async () => {
    const kept = createContext();
    await applyOutcome(kept, kept.position, next('login_init'));
    expect(kept.position.data.rememberMe).toBe(true);
    const reached = createContext();
    reached.position = { ...reached.position, state: 'preflight' };
    await applyOutcome(reached, reached.position, next('login_init'));
    expect(reached.position.data.rememberMe).toBeUndefined();
  });
});
