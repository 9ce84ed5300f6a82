import { describe, expect, test } from 'vitest';
import { passcodeOnly } from '../../test/switches.ts';
import { type IdentitySwitches, readIdentityConfig } from '../config.ts';
import { loginSteps, registrationSteps, type StepFacts, thirdPartySteps } from './steps.ts';

interface Given extends Partial<Omit<StepFacts, 'config' | 'has'>> {
  switches?: IdentitySwitches;
  has?: Partial<StepFacts['has']>;
}

function facts({ switches, has, ...others }: Given = {}): StepFacts {
  return {
    config: readIdentityConfig({ ...passcodeOnly, ...switches }),
    webauthn: true,
    securityKeys: true,
    recovering: false,
    secondFactorProved: false,
    deviceTrusted: false,
    ...others,
    has: {
      email: true,
      username: false,
      password: false,
      passkey: false,
      totp: false,
      securityKey: false,
      thirdParty: false,
      ...has,
    },
  };
}

const everything: IdentitySwitches = {
  username: { enabled: true },
  password: { enabled: true },
  passkey: { enabled: true },
  mfa: { enabled: true },
};

describe('the order of steps after the first factor', () => {
  test('[IDP-01] with everything off a right code is all there is', () => {
    expect(loginSteps(facts())).toEqual(['success']);
  });

  test('[IDP-10] a bare account is asked for a username and one credential', () => {
    expect(loginSteps(facts({ switches: everything }))).toEqual([
      'onboarding_username',
      'credential_onboarding_chooser',
      'success',
    ]);
  });

  test('[IDP-10] an account without address is asked for one', () => {
    expect(loginSteps(facts({ has: { email: false } }))).toEqual(['onboarding_email', 'success']);
  });

  test('[IDP-07] [IDP-11] the authenticator code comes first, the question of trust last', () => {
    const has = { username: true, password: true, totp: true };
    expect(loginSteps(facts({ switches: everything, has }))).toEqual([
      'login_otp',
      'device_trust',
      'success',
    ]);
  });

  test.each([
    ['supported', true, { totp: true, securityKey: true }, 'login_security_key'],
    ['not supported', false, { totp: true, securityKey: true }, 'login_otp'],
    ['not supported, but all there is', false, { securityKey: true }, 'login_security_key'],
  ] as const)('[IDP-08] security key %s', (_title, securityKeys, has, first) => {
    const switches = { mfa: { enabled: true } };
    expect(loginSteps(facts({ switches, securityKeys, has }))[0]).toBe(first);
  });

  test.each([
    ['a first factor that counts for both', { secondFactorProved: true }],
    ['a trusted device', { deviceTrusted: true }],
  ] as const)('[IDP-11] %s needs no second factor and no trust', (_title, given) => {
    const has = { totp: true };
    expect(loginSteps(facts({ switches: { mfa: { enabled: true } }, has, ...given }))).toEqual([
      'success',
    ]);
  });

  test('[IDP-09] without a second factor the chooser appears where it is asked for at sign-in', () => {
    const switches = { mfa: { enabled: true, acquireOnLogin: true } };
    expect(loginSteps(facts({ switches }))).toEqual(['mfa_method_chooser', 'success']);
  });

  test('[IDP-05] recovery asks for the new password right after the second factor', () => {
    const has = { username: true, password: true, totp: true };
    expect(loginSteps(facts({ switches: everything, has, recovering: true }))).toEqual([
      'login_otp',
      'login_password_recovery',
      'device_trust',
      'success',
    ]);
  });

  test('[IDP-14] a third-party sign-in asks for a second factor that is there, and for no credentials', () => {
    const has = { email: false, totp: true };
    const onboarding = ['onboarding_email', 'onboarding_username'];
    const asked = (given: Given) => thirdPartySteps(facts({ switches: everything, ...given }));
    expect(asked({ has })).toEqual(['login_otp', ...onboarding, 'device_trust', 'success']);
    expect(asked({ has, secondFactorProved: true })).toEqual([...onboarding, 'success']);
    expect(asked({ has, deviceTrusted: true })).toEqual([...onboarding, 'success']);
    expect(asked({ has: { email: false } })).toEqual([...onboarding, 'success']);
  });
});

describe('the credentials of a new account', () => {
  const passkey = 'onboarding_create_passkey';
  const password = 'password_creation';
  const chooser = 'credential_onboarding_chooser';
  test.each([
    ['always', 'always', [passkey, password]],
    ['always', 'conditional', [passkey]],
    ['always', 'never', [passkey]],
    ['conditional', 'always', [password]],
    ['conditional', 'conditional', [chooser]],
    ['conditional', 'never', [passkey]],
    ['never', 'always', [password]],
    ['never', 'conditional', [password]],
    ['never', 'never', []],
  ] as const)('[IDP-10] passkey %s, password %s', (forPasskey, forPassword, expected) => {
    const switches: IdentitySwitches = {
      passkey: { enabled: true, acquireOnRegistration: forPasskey },
      password: { enabled: true, acquireOnRegistration: forPassword },
    };
    expect(registrationSteps(facts({ switches }))).toEqual([...expected, 'success']);
  });

  const both: IdentitySwitches = {
    passkey: { enabled: true, acquireOnRegistration: 'always' },
    password: { enabled: true, acquireOnRegistration: 'always', optional: false },
  };

  test('[IDP-10] a mandatory password comes before an optional passkey', () => {
    expect(registrationSteps(facts({ switches: both }))).toEqual([password, passkey, 'success']);
  });

  test('[IDP-18] a browser without passkeys is not asked for one', () => {
    expect(registrationSteps(facts({ switches: both, webauthn: false }))).toEqual([
      password,
      'success',
    ]);
  });

  test('[IDP-10] at sign-in a conditional credential counts only for accounts with neither', () => {
    const switches = { ...everything, username: { enabled: false }, mfa: { enabled: false } };
    expect(loginSteps(facts({ switches, has: { password: true } }))).toEqual(['success']);
    expect(loginSteps(facts({ switches, has: { passkey: true } }))).toEqual(['success']);
    expect(loginSteps(facts({ switches }))).toEqual([chooser, 'success']);
  });

  test('[IDP-09] the second factor follows the credentials', () => {
    const switches = { ...everything, passkey: { enabled: false } };
    expect(registrationSteps(facts({ switches }))).toEqual([
      password,
      'mfa_method_chooser',
      'success',
    ]);
  });
});
