import {
  continueToPasskeyRegistration,
  continueToPasswordRegistration,
} from '../actions/continue-to-credential.ts';
import { goBack } from '../actions/go-back.ts';
import { skipWhen } from '../actions/skip.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { canStillSignIn } from '../services/can-still-sign-in.ts';

/** A passkey or a password; neither only where something else signs the person in. */
export const credentialOnboardingChooser: StateDefinition = {
  name: 'credential_onboarding_chooser',
  payload: () => ({}),
  actions: [
    continueToPasskeyRegistration,
    continueToPasswordRegistration,
    skipWhen((ctx) => {
      const { password, passkey } = ctx.runtime.config;
      return (password.optional || passkey.optional) && canStillSignIn(ctx);
    }),
    goBack,
  ],
};
