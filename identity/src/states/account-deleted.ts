import { expiredSessionCookie } from '../engine/cookies.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** The account is gone; the reply deletes the session cookie, which the widget does not. */
export const accountDeleted: StateDefinition = {
  name: 'account_deleted',
  async arrive(ctx) {
    ctx.cookies.push(expiredSessionCookie(ctx.runtime));
    return undefined;
  },
  payload: () => ({}),
  actions: [],
};
