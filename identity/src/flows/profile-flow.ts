import type { FlowDefinition } from '../engine/definitions.ts';
import { accountOf, dataOf } from '../engine/flow-context.ts';
import { nextCommitted, stay } from '../engine/outcome.ts';
import { addEmail } from '../services/add-email.ts';

/** The account page. A proved address is stored, or the stored one marked as verified. */
export const profileFlow: FlowDefinition = {
  name: 'profile',
  lifetimeSeconds: 24 * 60 * 60,
  start: ['preflight', 'profile_init'],
  enabled: () => true,
  needsSession: true,
  async afterPasscode(ctx) {
    const { address, emailId } = dataOf(ctx);
    const account = accountOf(ctx);
    if (emailId === undefined) {
      const added = address !== undefined && (await addEmail(ctx, address, { verified: true }));
      return added ? nextCommitted() : stay('operation_not_permitted_error');
    }
    if (!account.emails.some(({ id }) => id === emailId)) {
      return stay('operation_not_permitted_error');
    }
    await ctx.stores.accounts.markVerified(emailId);
    await ctx.stores.audit.record('email_verified', account.id, ctx.now);
    return nextCommitted();
  },
};
