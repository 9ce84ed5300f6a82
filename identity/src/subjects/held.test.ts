import { expect, test } from 'vitest';
import { type IdentitySwitches, readIdentityConfig } from '../config.ts';
import { canSignIn, type Held } from './held.ts';

const nothing: Held = {
  email: false,
  username: false,
  password: false,
  passkey: false,
  totp: false,
  securityKey: false,
  thirdParty: false,
};
const on = { enabled: true };
const all: IdentitySwitches = { username: on, password: on, passkey: on, mfa: on };

test.each<[string, IdentitySwitches, Partial<Held>, boolean]>([
  ['an address', all, { email: true }, true],
  ['a passkey alone', all, { passkey: true }, true],
  ['a provider alone', all, { thirdParty: true }, true],
  ['username and password', all, { username: true, password: true }, true],
  ['a password without a name', all, { password: true }, false],
  ['a username alone', all, { username: true }, false],
  ['second factors alone', all, { totp: true, securityKey: true }, false],
  ['nothing', all, {}, false],
  [
    'an address without passcodes',
    { ...all, email: { useForAuthentication: false } },
    { email: true },
    false,
  ],
  [
    'an address without passcodes, but a password',
    { ...all, email: { useForAuthentication: false } },
    { email: true, password: true },
    true,
  ],
  [
    'an address that names nobody',
    { ...all, email: { useAsLoginIdentifier: false } },
    { email: true },
    false,
  ],
  [
    'an address that names nobody, with a username',
    { ...all, email: { useAsLoginIdentifier: false } },
    { email: true, username: true },
    true,
  ],
  ['a passkey where they are off', { passkey: { enabled: false } }, { passkey: true }, false],
])('[IDP-13] %s: %j', (_title, switches, held, expected) => {
  expect(canSignIn(readIdentityConfig(switches), { ...nothing, ...held })).toBe(expected);
});
