import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { primaryEmailOf } from '../store/read-account.ts';
import { createTotpSecret, drawTotpSecret } from './totp.ts';

const purpose = 'totp-secret';

/** The secret in base32. @throws Error when it was sealed with another key. */
export function openTotpSecret(ctx: FlowContext, sealed: string): string {
  const secret = ctx.runtime.seal.open(sealed, purpose);
  if (secret === undefined) throw new Error('a stored authenticator secret does not open');
  return secret;
}

/** Makes the secret that the flow shows, unless there is one. */
export function ensureTotpSecret(ctx: FlowContext): void {
  dataOf(ctx).totpSecret ??= ctx.runtime.seal.close(createTotpSecret(), purpose);
}

/** The secret to copy and the QR code to scan; the label is the address or the username. */
export async function viewTotpSecret(ctx: FlowContext): Promise<object> {
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
