import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA-256 (hex) under a secret of {@link loadSecret}.
 *
 * Passcodes need no slow hash: a code has 3 tries and 300 s, and whoever can read the table
 * can read the signing key beside it. A fast one keeps anonymous sign-in attempts cheap and
 * the answer time the same for known and unknown addresses.
 */
export function createDigest(secret: string): (text: string) => string {
  return (text) => createHmac('sha256', secret).update(text).digest('hex');
}
