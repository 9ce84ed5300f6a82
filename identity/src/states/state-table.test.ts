import { expect, test } from 'vitest';
import { readIdentityConfig } from '../config.ts';
import { stateNames } from '../engine/state-names.ts';
import { findFlow, flowNames } from '../flows/flow-table.ts';
import { loginSteps } from '../flows/login-steps.ts';
import { registrationSteps } from '../flows/registration-steps.ts';
import { findState, stateTable } from './state-table.ts';

test('every state is one the widget knows, defined once, with actions of different names', () => {
  const names = stateTable.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(stateNames).toEqual(expect.arrayContaining(names));
  for (const { actions } of stateTable) {
    expect(new Set(actions.map(({ name }) => name)).size).toBe(actions.length);
  }
});

test('whatever the flows lead to with the switches as they are exists', () => {
  const facts = {
    config: readIdentityConfig(),
    webauthn: true,
    securityKeys: true,
    loginMethod: 'passcode',
    recovering: false,
    deviceTrusted: false,
    has: {
      email: true,
      username: false,
      password: false,
      passkey: false,
      totp: false,
      securityKey: false,
    },
  } as const;
  const starts = flowNames
    .filter((name) => name !== 'token_exchange')
    .flatMap((name) => findFlow(name).start);
  for (const name of [...starts, ...loginSteps(facts), ...registrationSteps(facts)]) {
    expect(findState(name).name).toBe(name);
  }
});
