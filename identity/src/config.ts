import { z } from 'zod';

const acquisition = z.enum(['always', 'conditional', 'never']);
const on = z.boolean().default(true);
const off = z.boolean().default(false);
const count = (fallback: number) => z.int().positive().default(fallback);

const email = z.strictObject({
  enabled: on,
  optional: off,
  useAsLoginIdentifier: on,
  useForAuthentication: on,
  requireVerification: on,
  acquireOnRegistration: on,
  acquireOnLogin: on,
  /** Addresses per account. */
  limit: count(5),
  maxLength: count(120),
  passcodeTtlSeconds: count(300),
  /** What `resend_after` counts down from after a mail; shown, not enforced. */
  resendCooldownSeconds: z.int().nonnegative().default(30),
});

const username = z.strictObject({
  enabled: off,
  optional: on,
  useAsLoginIdentifier: on,
  acquireOnRegistration: on,
  acquireOnLogin: on,
  minLength: count(3),
  maxLength: count(32),
});

const password = z.strictObject({
  enabled: off,
  optional: on,
  minLength: count(8),
  recovery: on,
  acquireOnRegistration: acquisition.default('conditional'),
  acquireOnLogin: acquisition.default('conditional'),
});

const passkey = z.strictObject({
  enabled: off,
  optional: on,
  limit: count(10),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).default('preferred'),
  acquireOnRegistration: acquisition.default('conditional'),
  acquireOnLogin: acquisition.default('conditional'),
});

const mfa = z.strictObject({
  enabled: off,
  optional: on,
  acquireOnLogin: off,
  acquireOnRegistration: on,
  totp: z.strictObject({ enabled: on }).prefault({}),
  securityKeys: z
    .strictObject({
      enabled: on,
      limit: count(10),
      attachment: z.enum(['platform', 'cross-platform', 'any']).default('cross-platform'),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).default('discouraged'),
    })
    .prefault({}),
  deviceTrustPolicy: z.enum(['never', 'prompt', 'always']).default('prompt'),
  deviceTrustHours: count(720),
  deviceTrustMaxUsers: count(20),
});

const session = z.strictObject({
  lifespanSeconds: count(12 * 60 * 60),
  /** 0 = sessions do not end by idleness. */
  idleTimeoutSeconds: z.int().nonnegative().default(0),
  /** Sessions per account; one more drops the oldest. */
  limit: count(5),
  showOnProfile: on,
  allowRevocation: on,
  retention: z.enum(['persistent', 'session', 'prompt']).default('prompt'),
});

const limits = z.strictObject({
  passcodeMailsPerMinute: count(3),
  /** Wrong codes per address and hour before a further try waits a minute. */
  passcodeFailuresPerHour: count(10),
});

/** The switches of the provider: what people may use to sign in, and what they are asked for. */
const identityConfig = z.strictObject({
  email: email.prefault({}),
  username: username.prefault({}),
  password: password.prefault({}),
  passkey: passkey.prefault({}),
  mfa: mfa.prefault({}),
  thirdParty: z.strictObject({ enabled: off }).prefault({}),
  account: z.strictObject({ allowSignup: on, allowDeletion: on }).prefault({}),
  session: session.prefault({}),
  privacy: z
    .strictObject({ showAccountExistenceHints: off, onlyShowActualLoginMethods: off })
    .prefault({}),
  limits: limits.prefault({}),
  auditRetentionDays: count(365),
});

/** Every switch with its value. */
export type IdentityConfig = z.output<typeof identityConfig>;

/** What a host or a test may override; everything left out keeps its default. */
export type IdentitySwitches = z.input<typeof identityConfig>;

/** How somebody proves an identity may be asked for: always, when nothing else exists, never. */
export type Acquisition = z.output<typeof acquisition>;

/** Fills in the defaults. @throws ZodError naming every unknown or wrong switch. */
export function readIdentityConfig(switches: IdentitySwitches = {}): IdentityConfig {
  return identityConfig.parse(switches);
}
