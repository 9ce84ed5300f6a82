import { z } from 'zod';

const acquisition = z.enum(['always', 'conditional', 'never']);
const secondFactorTrust = z.enum(['always', 'verified', 'never']);
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
  /** Whether a passkey stands for the second factor, too: when it asked for a PIN or a finger. */
  countsAsSecondFactor: secondFactorTrust.default('verified'),
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
  /** Whether signing in there stands for the second factor, too: when its ID token's `amr` says so. */
  countsAsSecondFactor: secondFactorTrust.default('verified'),
  /** Addresses of these domains sign in here and nowhere else. */
  domains: z.array(z.string().toLowerCase()).default([]),
});

const thirdParty = z.strictObject({
  providers: z.array(provider).default([]),
  /** Origins besides the product's own to which people may be sent back. */
  redirectOrigins: z.array(z.url()).default([]),
});

const limits = z.strictObject({
  /** Flows opened by one account, or before somebody is known from one network. */
  flowsPerMinute: count(120),
  /** Of these the open ones that cleaning up leaves; the newest stay. */
  flowsKept: count(5_000),
  /** Mails with a code to one address, asked for by one network or one known browser. */
  passcodeMailsPerMinute: count(3),
  passcodeMailsPerHour: count(10),
  /** The same, asked for by all networks together; known browsers do not count. */
  passcodeMailsPerAddressPerHour: count(30),
  /** Mails with a code that one network may cause, to whomever; known browsers do not count. */
  mailsPerNetworkPerHour: count(60),
  /** All mail of the installation; the last fifth is for known browsers. Notices always leave. */
  mailsPerHour: count(1000),
  /** Notices of changes to one account; a change beyond them is refused. */
  noticesPerAccountPerHour: count(60),
  /** Tries of one network or known browser at one identifier or account. */
  passwordTriesPerMinute: count(5),
  otpTriesPerMinute: count(3),
  /** Wrong passwords or authenticator codes of one network or known browser at one of them. */
  failuresPerHour: count(10),
  /** The same of all networks together; known browsers do not count. */
  failuresPerAccountPerHour: count(50),
  /** Wrong mailed codes for one address, after which those of unknown browsers have one try each. */
  passcodeFailuresPerDay: count(100),
  /** Checks of one session; a page asks twice a minute, and the widget never more than 20 times. */
  sessionChecksPerMinute: count(120),
  /** Checks of sessions from one network with tokens that do not verify. */
  badTokensPerMinute: count(600),
  /** Passwords that are hashed at a time; unless given, as many as half of the processors. */
  passwordsAtOnce: z.int().positive().optional(),
  /** Passwords of one network that may wait to be hashed while others are. */
  passwordsWaiting: count(100),
  /** Steps of flows of one network that may wait for the database. */
  stepsWaiting: count(500),
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
  /** How long a browser counts as known to an account after a sign-in; see `limits`. */
  knownBrowserDays: count(180),
  auditRetentionDays: count(365),
  /** Of how often what failed. */
  failureRetentionDays: count(90),
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

/** When a first factor stands for the second one as well. */
export type SecondFactorTrust = z.output<typeof secondFactorTrust>;

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
