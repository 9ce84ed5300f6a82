import type { StateDefinition } from '../engine/definitions.ts';

/** The account is gone; the reply deletes the session cookie, which the widget does not. */
export const accountDeleted: StateDefinition = {
  name: 'account_deleted',
  async arrive(ctx) {
    ctx.clearsCookie = true;
    return undefined;
  },
  payload: () => ({}),
  actions: [],
};
