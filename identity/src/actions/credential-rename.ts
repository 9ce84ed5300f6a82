import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted, reject, stay } from '../engine/outcome.ts';

/** Gives a passkey or security key a name of 3 to 32 characters. */
export const credentialRename: ActionDefinition = {
  name: 'webauthn_credential_rename',
  description: 'Rename a passkey or security key.',
  enabled: (ctx) => accountOf(ctx).credentials.length > 0,
  inputs: () => ({
    passkey_id: { type: 'string', required: true, hidden: true },
    passkey_name: { type: 'string', required: true, min_length: 3, max_length: 32 },
  }),
  async run(ctx, input) {
    const account = accountOf(ctx);
    const wanted = textOf(input, 'passkey_id');
    if (!account.credentials.some(({ id }) => id === wanted)) return stay('not_found');
    const name = textOf(input, 'passkey_name').trim();
    if (name.length < 3) return reject({ passkey_name: 'value_too_short_error' });
    await ctx.stores.credentials.rename(wanted, name);
    await ctx.stores.audit.record('credential_renamed', account.id, ctx.now);
    return nextCommitted('profile_init');
  },
};
