import type { ActionDefinition } from '../engine/definitions.ts';
import { nextCommitted, stay } from '../engine/outcome.ts';
import { keepCredential } from '../services/keep-gathered.ts';
import { verifyAttestation } from '../services/webauthn/verify-attestation.ts';

/** The credential a browser has made. A bad one stays here without options; the widget goes back. */
export const verifyAttestationResponse: ActionDefinition = {
  name: 'webauthn_verify_attestation_response',
  description: 'Send the credential the authenticator has made.',
  enabled: () => true,
  inputs: () => ({ public_key: { type: 'json', required: true } }),
  async run(ctx, input) {
    const credential = await verifyAttestation(ctx, input.public_key);
    const kept = credential && (await keepCredential(ctx, credential));
    return kept ? nextCommitted() : stay('passkey_invalid');
  },
};
