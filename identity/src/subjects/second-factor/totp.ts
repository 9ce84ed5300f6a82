import { Secret, TOTP } from 'otpauth';
import { toDataURL } from 'qrcode';
import {
  type ActionDefinition,
  next,
  nextCommitted,
  reject,
  type Screen,
  stay,
} from '../../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { textOf } from '../../engine/input.ts';
import { primaryEmailOf } from '../../store/account-store.ts';
import { noteRightGuess, noteWrongGuess, retryAfter, takeGuess } from '../guesses.ts';
import { heldBy, keepsSecondFactor } from '../held.ts';
import { notifyOwner } from '../notices.ts';

/** The code of the authenticator app as second factor. */
export const loginOtp: Screen = {
  payload: (ctx) => retryAfter(ctx, 'totp', accountOf(ctx).id),
};

/** Compares the code of the authenticator app; no code counts twice. */
export const otpCodeValidate: ActionDefinition = {
  name: 'otp_code_validate',
  description: 'Enter the code of the authenticator app.',
  inputs: () => ({ otp_code: { type: 'string', required: true } }),
  async run(ctx, input) {
    const { id } = accountOf(ctx);
    if (!(await takeGuess(ctx, 'totp', id))) return stay('rate_limit_exceeded');
    if (await isRight(ctx, id, textOf(input, 'otp_code'))) {
      await noteRightGuess(ctx, 'totp', id);
      dataOf(ctx).mfaMethod = 'totp';
      return nextCommitted();
    }
    await noteWrongGuess(ctx, id);
    return reject({ otp_code: 'passcode_invalid' });
  },
};

async function isRight(ctx: FlowContext, userId: string, code: string): Promise<boolean> {
  const sealed = await ctx.stores.totp.findSealed(userId);
  const step = sealed && findTotpStep(openTotpSecret(ctx, sealed), code, ctx.now);
  return step ? ctx.stores.totp.useStep(userId, step) : false;
}

/** From the security key to the authenticator app. */
export const continueToLoginOtp: ActionDefinition = {
  name: 'continue_to_login_otp',
  description: 'Use the authenticator app instead.',
  enabled: (ctx) => ctx.runtime.config.mfa.totp.enabled && heldBy(ctx).totp,
  run: () => nextCommitted('login_otp'),
};

/** The secret to scan or copy, and a code to confirm it; the same secret while the flow lives. */
export const mfaOtpSecretCreation: Screen = {
  async arrive(ctx) {
    dataOf(ctx).totpSecret ??= ctx.runtime.seal.close(createTotpSecret(), SEAL_PURPOSE);
    return undefined;
  },
  payload: viewTotpSecret,
};

/**
 * Confirms that the authenticator app shows the right codes. The error stands above the form as
 * well: only then does the widget clear the digits.
 */
export const otpCodeVerify: ActionDefinition = {
  name: 'otp_code_verify',
  description: 'Confirm the authenticator app.',
  inputs: () => ({ otp_code: { type: 'string', required: true } }),
  async run(ctx, input) {
    const data = dataOf(ctx);
    const { totpSecret: sealed } = data;
    const secret = sealed && openTotpSecret(ctx, sealed);
    const step = secret && findTotpStep(secret, textOf(input, 'otp_code'), ctx.now);
    if (!sealed || !step) return stay('passcode_invalid', { otp_code: 'passcode_invalid' });
    delete data.totpSecret;
    await keepTotp(ctx, { sealed, lastStep: step });
    return nextCommitted();
  },
};

/** Sets up an authenticator app while signing up or in. */
export const continueToOtpSecretCreation: ActionDefinition = {
  name: 'continue_to_otp_secret_creation',
  description: 'Set up an authenticator app.',
  enabled: usesTotp,
  run: () => next('mfa_otp_secret_creation'),
};

/** Sets one up on the account page. */
export const profileOtpSecretCreation: ActionDefinition = {
  ...continueToOtpSecretCreation,
  enabled: (ctx) => usesTotp(ctx) && !accountOf(ctx).hasTotp,
  run: () => next('mfa_otp_secret_creation', 'profile_init'),
};

function usesTotp({ runtime: { config } }: FlowContext): boolean {
  return config.mfa.enabled && config.mfa.totp.enabled;
}

/** Removes the authenticator app, unless it is the last second factor where there has to be one. */
export const otpSecretDelete: ActionDefinition = {
  name: 'otp_secret_delete',
  description: 'Remove the authenticator app.',
  enabled: (ctx) =>
    accountOf(ctx).hasTotp &&
    keepsSecondFactor(ctx.runtime.config, { ...heldBy(ctx), totp: false }),
  async run(ctx) {
    const account = accountOf(ctx);
    await ctx.stores.totp.remove(account.id);
    await ctx.stores.audit.record('totp_removed', account.id, ctx.now);
    await notifyOwner(ctx, account, 'mfa_method_removed');
    return nextCommitted('profile_init');
  },
};

const SEAL_PURPOSE = 'totp-secret';

/** The secret in base32. @throws Error when it was sealed with another key. */
function openTotpSecret(ctx: FlowContext, sealed: string): string {
  const secret = ctx.runtime.seal.open(sealed, SEAL_PURPOSE);
  if (secret === undefined) throw new Error('a stored authenticator secret does not open');
  return secret;
}

/** The secret to copy and the QR code to scan; the label is the address or the username. */
async function viewTotpSecret(ctx: FlowContext): Promise<object> {
  const { totpSecret, address, username } = dataOf(ctx);
  if (totpSecret === undefined) return {};
  const secret = openTotpSecret(ctx, totpSecret);
  const { account } = ctx;
  const label = account
    ? (primaryEmailOf(account)?.address ?? account.username?.username)
    : (address ?? username);
  const issuer = ctx.runtime.serviceName;
  return {
    otp_secret: secret,
    otp_image_source: await drawTotpSecret(secret, { issuer, label: label ?? issuer }),
  };
}

/** RFC 6238 as every authenticator app has it. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Steps before and after the current one whose codes count, for clocks that differ. */
const WINDOW_STEPS = 1;

const SECRET_BYTES = 20;
const IMAGE_PIXELS = 200;

/** A new secret: 20 random bytes in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The 30-second step whose code was given, or undefined for a code of no step near `now`. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW_STEPS });
  if (delta === null) return undefined;
  return Math.floor(now.getTime() / 1000 / PARAMETERS.period) + delta;
}

/** The QR code an authenticator app reads: a PNG of 200 × 200 pixels as data URL. */
export async function drawTotpSecret(
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): Promise<string> {
  const totp = new TOTP({ ...PARAMETERS, secret, issuer, label });
  return toDataURL(totp.toString(), { width: IMAGE_PIXELS });
}

/** Stores a confirmed secret with the account, or with the registration until there is one. */
async function keepTotp(
  ctx: FlowContext,
  totp: { sealed: string; lastStep: number },
): Promise<void> {
  const { account, stores, now } = ctx;
  if (!account) {
    dataOf(ctx).newTotp = totp;
    return;
  }
  await stores.totp.add(account.id, totp, now);
  await stores.audit.record('totp_added', account.id, now);
  await notifyOwner(ctx, account, 'mfa_method_added');
}
