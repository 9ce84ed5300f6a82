import {
  type ActionDefinition,
  next,
  nextCommitted,
  type Outcome,
  reject,
  stay,
} from '../engine/definitions.ts';
import { accountOf, dataOf, type FlowContext } from '../engine/flow-context.ts';
import { type InputTable, textOf } from '../engine/input.ts';
import type { Email } from '../store/account-store.ts';
import type { StateName } from '../store/flow-record.ts';
import { canSignIn, heldByAccount } from './held.ts';
import { notifyOwner } from './notices.ts';

/**
 * Adds an address to the account, after a code where one is asked for. An address of somebody
 * else then goes the same way, gets a mail that says so and never succeeds.
 */
export const emailCreate: ActionDefinition = {
  name: 'email_create',
  description: 'Add an e-mail address.',
  enabled(ctx) {
    const { enabled, limit } = ctx.runtime.config.email;
    return enabled && accountOf(ctx).emails.length < limit;
  },
  inputs: emailInput,
  async run(ctx, input) {
    const address = textOf(input, 'email');
    const owner = await ctx.stores.accounts.findOwner(address);
    if (owner?.userId === accountOf(ctx).id) return reject({ email: 'email_already_exists' });
    return addOrProve(ctx, { address, taken: owner !== undefined }, 'profile_init');
  },
};

/** Takes the address of an account that has none. A taken one leads to a mail and nowhere else. */
export const emailAddressSet: ActionDefinition = {
  name: 'email_address_set',
  description: 'Set an e-mail address.',
  inputs: emailInput,
  async run(ctx, input) {
    const address = textOf(input, 'email');
    const taken = (await ctx.stores.accounts.findOwner(address)) !== undefined;
    const { showAccountExistenceHints } = ctx.runtime.config.privacy;
    if (taken && showAccountExistenceHints) return reject({ email: 'email_already_exists' });
    return addOrProve(ctx, { address, taken });
  },
};

function emailInput({ runtime: { config } }: FlowContext): InputTable {
  return { email: { type: 'email', max_length: config.email.maxLength, required: true } };
}

/** Adds an address at once, or sends it a code where one is asked for; goes on to `after`. */
async function addOrProve(
  ctx: FlowContext,
  { address, taken }: { address: string; taken: boolean },
  ...after: StateName[]
): Promise<Outcome> {
  if (!ctx.runtime.config.email.requireVerification) {
    const added = !taken && (await addEmail(ctx, address, { verified: false }));
    return added ? nextCommitted(...after) : reject({ email: 'email_already_exists' });
  }
  const data = dataOf(ctx);
  data.address = address;
  data.purpose = taken ? 'email_registration_attempted' : 'email_verification';
  delete data.emailId;
  return next('passcode_confirmation', ...after);
}

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

/** Makes another address the one that mails and tokens use; an unproved one cannot be it. */
export const emailSetPrimary: ActionDefinition = {
  name: 'email_set_primary',
  description: 'Make an e-mail address the primary one.',
  enabled: (ctx) => accountOf(ctx).emails.length > 1,
  inputs: () => ({ email_id: { type: 'string', required: true, hidden: true } }),
  async run(ctx, input) {
    const account = accountOf(ctx);
    const emailId = textOf(input, 'email_id');
    const email = account.emails.find(({ id }) => id === emailId);
    if (!email) return stay('not_found');
    if (!email.isVerified && ctx.runtime.config.email.requireVerification) {
      return stay('operation_not_permitted_error');
    }
    if (!email.isPrimary) {
      await ctx.stores.accounts.setPrimary(account.id, email.id);
      await ctx.stores.audit.record('primary_email_changed', account.id, ctx.now);
      await notifyOwner(ctx, account, 'primary_email_changed');
    }
    return nextCommitted('profile_init');
  },
};

/**
 * Removes an address. Always offered, because the widget reads its allowed values unasked; they
 * are the addresses that may go.
 */
export const emailDelete: ActionDefinition = {
  name: 'email_delete',
  description: 'Remove an e-mail address.',
  inputs: (ctx) => ({
    email_id: {
      type: 'string',
      required: true,
      hidden: true,
      allowed_values: removable(ctx).map(({ id, address }) => ({ value: id, name: address })),
    },
  }),
  async run(ctx, input) {
    const account = accountOf(ctx);
    await ctx.stores.accounts.removeEmail(account.id, textOf(input, 'email_id'));
    await ctx.stores.audit.record('email_removed', account.id, ctx.now);
    await notifyOwner(ctx, account, 'email_removed');
    return nextCommitted('profile_init');
  },
};

/** All but the primary one, which goes last; never the last way in. */
function removable(ctx: FlowContext): Email[] {
  const account = accountOf(ctx);
  const { config } = ctx.runtime;
  return account.emails.filter(({ id, isPrimary }) => {
    const emails = account.emails.filter((other) => other.id !== id);
    const mayGo = isPrimary ? emails.length === 0 && config.email.optional : true;
    return mayGo && canSignIn(config, heldByAccount(config, { ...account, emails }));
  });
}

/**
 * Adds an address to the flow's account; the first one becomes primary. False when somebody has
 * taken it meanwhile or the account has its number of addresses.
 */
export async function addEmail(
  ctx: FlowContext,
  address: string,
  { verified }: { verified: boolean },
): Promise<boolean> {
  const account = accountOf(ctx);
  if (account.emails.length >= ctx.runtime.config.email.limit) return false;
  const added = await ctx.stores.accounts.addEmail(
    account.id,
    { address, isVerified: verified, isPrimary: account.emails.length === 0 },
    ctx.now,
  );
  if (!added) return false;
  await ctx.stores.audit.record('email_added', account.id, ctx.now);
  await notifyOwner(ctx, account, 'email_added');
  return true;
}
