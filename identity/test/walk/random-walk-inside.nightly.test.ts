import { describe, expect, test } from 'vitest';
import { engines } from '../open-test-database.ts';
import { useProviders } from '../providers.ts';
import { walkAtRandom } from './walk-at-random.ts';

const states = [
  'profile_init',
  'mfa_otp_secret_creation',
  'passcode_confirmation',
  'account_deleted',
];

describe.each(engines)('whatever people do from the account page on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-12] [IDP-16] of 5,000 steps none ends in a fault, every offered action can be taken, no token counts twice', async () => {
    const seen = await walkAtRandom(providers, engine, 'inside');
    expect([...seen]).toEqual(expect.arrayContaining(states));
  }, 600_000);
});
