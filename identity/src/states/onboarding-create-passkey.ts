import { createPasskeyButton } from '../actions/generate-creation-options.ts';
import { goBack } from '../actions/go-back.ts';
import { skipToOther } from '../actions/skip-to-other.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Offers to create a passkey. */
export const onboardingCreatePasskey: StateDefinition = {
  name: 'onboarding_create_passkey',
  payload: () => ({}),
  actions: [createPasskeyButton, skipToOther('passkey'), goBack],
};
