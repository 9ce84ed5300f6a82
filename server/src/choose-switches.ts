import type { IdentitySwitches } from '@pathway/identity/mount';

/**
 * What the embedded provider asks of people, unless configured: a code by e-mail gets everybody in,
 * sign-up offers a passkey or a password once, and nothing nags at each sign-in. Second factors are
 * on the profile page.
 */
export function chooseSwitches(given: IdentitySwitches): IdentitySwitches {
  return {
    ...given,
    username: { acquireOnLogin: false, ...given.username },
    password: { acquireOnLogin: 'never', ...given.password },
    passkey: { acquireOnLogin: 'never', ...given.passkey },
    mfa: { acquireOnRegistration: false, ...given.mfa },
  };
}
