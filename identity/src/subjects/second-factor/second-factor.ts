import type { SecondFactorTrust } from '../../config.ts';

const KNOWLEDGE: ReadonlySet<string> = new Set(['pwd', 'pin']);
const POSSESSION: ReadonlySet<string> = new Set(['otp', 'hwk', 'swk', 'sc']);
const INHERENCE: ReadonlySet<string> = new Set(['face', 'fpt', 'iris', 'retina', 'vbm']);

/** True when a first factor stands for the second one as well. */
export function countsAsSecondFactor(setting: SecondFactorTrust, verified: boolean): boolean {
  return setting === 'always' || (setting === 'verified' && verified);
}

/**
 * True when authentication method references (RFC 8176) say that a person has shown two factors:
 * `mfa`, or words of two kinds among what they know (`pwd`, `pin`), have (`otp`, `hwk`, `swk`, `sc`)
 * and are (`face`, `fpt`, `iris`, `retina`, `vbm`). `sms` and `tel` are nothing here, because a
 * telephone number can be taken over, nor are `kba`, `mca`, `user`, `geo`, `rba` and `wia`.
 */
export function provesTwoFactors(amr: readonly string[]): boolean {
  if (amr.includes('mfa')) return true;
  const kinds = [KNOWLEDGE, POSSESSION, INHERENCE];
  return kinds.filter((kind) => amr.some((word) => kind.has(word))).length > 1;
}
