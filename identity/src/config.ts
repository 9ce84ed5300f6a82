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
  enabled: on,
  optional: on,
  useAsLoginIdentifier: on,
  acquireOnRegistration: on,
  acquireOnLogin: on,
  minLength: count(3),
  maxLength: count(32),
});

const password = z.strictObject({
  enabled: on,
  optional: on,
  minLength: count(8),
  recovery: on,
  acquireOnRegistration: acquisition.default('conditional'),
  acquireOnLogin: acquisition.default('conditional'),
  /** Argon2id on one lane; the defaults are the first choice of OWASP's password storage sheet. */
  hashing: z
    .strictObject({ memoryKib: z.int().min(8).default(19_456), passes: count(2) })
    .prefault({}),
});

const passkey = z.strictObject({
  enabled: on,
  optional: on,
  limit: count(10),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).default('preferred'),
  acquireOnRegistration: acquisition.default('conditional'),
  acquireOnLogin: acquisition.default('conditional'),
});

const mfa = z.strictObject({
  enabled: on,
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
  deviceTrustCookieName: z
    .string()
    .regex(/^[\w-]+$/)
    .default('hanko-device-token'),
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

/** The widget has an icon for these; any other id must begin with `custom_`. */
const providerId = z
  .string()
  .regex(/^(apple|discord|facebook|github|google|linkedin|microsoft|custom_[\w-]+)$/);

const provider = z.strictObject({
  id: providerId,
  /** As the button and the account page call it. */
  name: z.string().min(1),
  /** Base address of the OpenID Connect provider; http only on loopback. */
  issuer: z.url().refine(isSafeIssuer, 'must be https'),
  clientId: z.string().min(1),
  /** Left out for a public client. */
  clientSecret: z.string().min(1).optional(),
  scope: z.string().default('openid email profile'),
  /** Further parameters of the authorization request, for example `prompt`. */
  parameters: z.record(z.string(), z.string()).default({}),
  /** A verified address links to the account that has proved the same one. */
  allowLinking: on,
  /** Addresses of these domains sign in here and nowhere else. */
  domains: z.array(z.string().toLowerCase()).default([]),
});

const thirdParty = z.strictObject({
  providers: z.array(provider).default([]),
  /** Origins besides the product's own to which people may be sent back. */
  redirectOrigins: z.array(z.url()).default([]),
});

const limits = z.strictObject({
  /** Flows opened by one account, or before somebody is known from one address of the network. */
  flowsPerMinute: count(120),
  passcodeMailsPerMinute: count(3),
  /** Tries of one browser's address at one identifier or account. */
  passwordTriesPerMinute: count(5),
  otpTriesPerMinute: count(3),
  /** Wrong codes or passwords per account and hour before a further try waits a minute. */
  failuresPerHour: count(10),
});

/** The switches of the provider: what people may use to sign in, and what they are asked for. */
const identityConfig = z.strictObject({
  email: email.prefault({}),
  username: username.prefault({}),
  password: password.prefault({}),
  passkey: passkey.prefault({}),
  mfa: mfa.prefault({}),
  thirdParty: thirdParty.prefault({}),
  account: z.strictObject({ allowSignup: on, allowDeletion: on }).prefault({}),
  session: session.prefault({}),
  privacy: z
    .strictObject({ showAccountExistenceHints: off, onlyShowActualLoginMethods: off })
    .prefault({}),
  limits: limits.prefault({}),
  auditRetentionDays: count(365),
  /** Age at which a signing key gets a successor. */
  signingKeyDays: count(90),
});

/** Every switch with its value. */
export type IdentityConfig = z.output<typeof identityConfig>;

/** What a host or a test may override; everything left out keeps its default. */
export type IdentitySwitches = z.input<typeof identityConfig>;

/** One third-party provider. */
export type ThirdPartyProvider = z.output<typeof provider>;

/** How somebody proves an identity may be asked for: always, when nothing else exists, never. */
export type Acquisition = z.output<typeof acquisition>;

/** Fills in the defaults. @throws ZodError naming every unknown or wrong switch. */
export function readIdentityConfig(switches: IdentitySwitches = {}): IdentityConfig {
  return identityConfig.parse(switches);
}

function isSafeIssuer(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || isLoopback(hostname);
}

/** True for the names under which a machine reaches itself. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
