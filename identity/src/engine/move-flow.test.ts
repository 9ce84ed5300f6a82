import { describe, expect, test } from 'vitest';
import { moveBack, moveForward, moveToEnd, type Position } from './move-flow.ts';

const atLogin: Position = {
  state: 'login_init',
  previousState: 'preflight',
  queue: ['success'],
  history: [],
  data: { rememberMe: true },
};

describe('moveForward', () => {
  test('given states go before the queue', () => {
    const moved = moveForward(
      atLogin,
      {},
      { states: ['login_otp', 'device_trust'], committed: false },
    );
    expect(moved).toMatchObject({ state: 'login_otp', queue: ['device_trust', 'success'] });
  });

  test('a changed state is remembered with the data and queue it had', () => {
    const data = { address: 'ann@example.org' };
    const moved = moveForward(atLogin, data, {
      states: ['passcode_confirmation'],
      committed: false,
    });
    expect(moved.data).toEqual(data);
    expect(moved.history).toEqual([
      { state: 'login_init', data: { rememberMe: true }, queue: ['success'] },
    ]);
  });

  test('whoever goes in circles makes no endless history', () => {
    let position = atLogin;
    for (let round = 0; round < 100; round += 1) {
      for (const state of ['password_creation', 'onboarding_create_passkey'] as const) {
        position = moveForward(position, {}, { states: [state], committed: false });
      }
    }
    expect(position.history).toHaveLength(20);
    expect(moveBack(position).state).toBe('password_creation');
  });

  test('a kept state is not remembered', () => {
    const moved = moveForward(atLogin, {}, { states: ['login_init'], committed: false });
    expect(moved).toMatchObject({ state: 'login_init', previousState: 'preflight', history: [] });
  });

  test('a committed step closes the way back', () => {
    const second = moveForward(atLogin, {}, { states: ['login_otp'], committed: false });
    expect(moveForward(second, {}, { states: ['device_trust'], committed: true }).history).toEqual(
      [],
    );
  });

  test('an empty queue is a fault of the tables, not a state', () => {
    const stuck = { ...atLogin, queue: [] };
    expect(() => moveForward(stuck, {}, { states: [], committed: false })).toThrow(
      'nothing follows',
    );
  });
});

describe('moveBack', () => {
  const data = { address: 'ann@example.org', passcodeId: 'p', passcodeAddress: 'ann@example.org' };
  const atCode = moveForward(atLogin, data, {
    states: ['passcode_confirmation'],
    committed: false,
  });

  test('state, queue and data return, the mailed code stays known', () => {
    expect(moveBack(atCode)).toEqual({
      state: 'login_init',
      previousState: 'passcode_confirmation',
      queue: ['success'],
      history: [],
      data: { rememberMe: true, passcodeId: 'p', passcodeAddress: 'ann@example.org' },
    });
  });

  test('the code of an older state does not come back', () => {
    const older = { ...atLogin, data: { passcodeId: 'old' } };
    const there = moveForward(older, {}, { states: ['login_otp'], committed: false });
    expect(moveBack(there).data).toEqual({});
  });

  test('there is nothing before the first state', () => {
    expect(() => moveBack(atLogin)).toThrow('nothing precedes');
  });
});

test('the end of a flow keeps nothing personal', () => {
  expect(moveToEnd(atLogin, 'success')).toEqual({
    state: 'success',
    previousState: 'login_init',
    queue: [],
    history: [],
    data: {},
  });
});
