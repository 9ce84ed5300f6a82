import { goBack } from '../actions/go-back.ts';
import { otpCodeVerify } from '../actions/otp-code-verify.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { ensureTotpSecret, viewTotpSecret } from '../services/totp-secrets.ts';

/** The secret to scan or copy, and a code to confirm it; the same secret while the flow lives. */
export const mfaOtpSecretCreation: StateDefinition = {
  name: 'mfa_otp_secret_creation',
  async arrive(ctx) {
    ensureTotpSecret(ctx);
    return undefined;
  },
  payload: viewTotpSecret,
  actions: [otpCodeVerify, goBack],
};
