import { Secret, TOTP } from 'otpauth';
import { toDataURL } from 'qrcode';

/** RFC 6238 as every authenticator app has it. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Steps before and after the current one whose codes count, for clocks that differ. */
const window = 1;

const secretBytes = 20;
const imagePixels = 200;

/** A new secret: 20 random bytes in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The 30-second step whose code was given, or undefined for a code of no step near `now`. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...parameters, secret });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window });
  if (delta === null) return undefined;
  return Math.floor(now.getTime() / 1000 / parameters.period) + delta;
}

/** The QR code an authenticator app reads: a PNG of 200 × 200 pixels as data URL. */
export async function drawTotpSecret(
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): Promise<string> {
  const totp = new TOTP({ ...parameters, secret, issuer, label });
  return toDataURL(totp.toString(), { width: imagePixels });
}
