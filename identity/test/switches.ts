import type { IdentitySwitches } from '../src/mount-identity.ts';

/** A hash that costs nothing; how much the real one costs is measured in `bench/`. */
export const cheapHashing = { memoryKib: 8, passes: 1 };

/** E-mail addresses and passcodes, nothing else. */
export const passcodeOnly: IdentitySwitches = {
  username: { enabled: false },
  password: { enabled: false },
  passkey: { enabled: false },
  mfa: { enabled: false },
};

/** Everything that can be switched on, asked for as little as possible. */
export const everything: IdentitySwitches = {
  email: { optional: true, acquireOnLogin: false },
  username: { enabled: true, acquireOnLogin: false },
  password: { enabled: true, acquireOnRegistration: 'never', acquireOnLogin: 'never' },
  passkey: { enabled: true, acquireOnRegistration: 'never', acquireOnLogin: 'never' },
  mfa: { enabled: true, acquireOnRegistration: false },
};
