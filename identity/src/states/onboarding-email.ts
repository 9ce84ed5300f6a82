import { emailAddressSet } from '../actions/email-address-set.ts';
import { skipWhen } from '../actions/skip.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Asks an account without address for one. */
export const onboardingEmail: StateDefinition = {
  name: 'onboarding_email',
  payload: () => ({}),
  actions: [emailAddressSet, skipWhen(({ runtime }) => runtime.config.email.optional)],
};
