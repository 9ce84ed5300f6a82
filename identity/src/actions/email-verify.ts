import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, dataOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { next, stay } from '../engine/outcome.ts';

/** Proves a stored address by a code. */
export const emailVerify: ActionDefinition = {
  name: 'email_verify',
  description: 'Verify an e-mail address.',
  enabled: (ctx) => accountOf(ctx).emails.some(({ isVerified }) => !isVerified),
  inputs: () => ({ email_id: { type: 'string', required: true, hidden: true } }),
  run(ctx, input) {
    const emailId = textOf(input, 'email_id');
    const email = accountOf(ctx).emails.find(({ id }) => id === emailId);
    if (!email) return stay('not_found');
    const data = dataOf(ctx);
    data.address = email.address;
    data.emailId = email.id;
    data.purpose = 'email_verification';
    return next('passcode_confirmation', 'profile_init');
  },
};
