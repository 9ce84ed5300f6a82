import { goBack } from '../actions/go-back.ts';
import { verifyAttestationResponse } from '../actions/verify-attestation-response.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { creationOptions } from '../services/webauthn/options.ts';

/** The browser makes a passkey or security key; never drawn. */
export const onboardingVerifyPasskeyAttestation: StateDefinition = {
  name: 'onboarding_verify_passkey_attestation',
  payload: creationOptions,
  actions: [verifyAttestationResponse, goBack],
};

/** The same on the account page. */
export const webauthnCredentialVerification: StateDefinition = {
  ...onboardingVerifyPasskeyAttestation,
  name: 'webauthn_credential_verification',
};
