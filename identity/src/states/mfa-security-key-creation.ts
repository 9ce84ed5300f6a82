import { createSecurityKeyButton } from '../actions/generate-creation-options.ts';
import { goBack } from '../actions/go-back.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Offers to add a security key. */
export const mfaSecurityKeyCreation: StateDefinition = {
  name: 'mfa_security_key_creation',
  payload: () => ({}),
  actions: [createSecurityKeyButton, goBack],
};
