import { skipWhen } from '../actions/skip.ts';
import { usernameOnboard } from '../actions/username-create.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** Asks an account without username for one. */
export const onboardingUsername: StateDefinition = {
  name: 'onboarding_username',
  payload: () => ({}),
  actions: [usernameOnboard, skipWhen(({ runtime }) => runtime.config.username.optional)],
};
