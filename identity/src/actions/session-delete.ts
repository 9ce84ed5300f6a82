import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { textOf } from '../engine/input.ts';
import { nextCommitted } from '../engine/outcome.ts';
import type { Session } from '../store/session-store.ts';

/** Ends another session of the same account; the allowed values are those sessions. */
export const sessionDelete: ActionDefinition = {
  name: 'session_delete',
  description: 'End another session.',
  enabled: (ctx) => ctx.runtime.config.session.allowRevocation && otherSessions(ctx).length > 0,
  inputs: (ctx) => ({
    session_id: {
      type: 'string',
      required: true,
      hidden: true,
      allowed_values: otherSessions(ctx).map(({ id }) => ({ value: id, name: id })),
    },
  }),
  async run(ctx, input) {
    await ctx.stores.sessions.remove(textOf(input, 'session_id'));
    await ctx.stores.audit.record('session_revoked', accountOf(ctx).id, ctx.now);
    return nextCommitted('profile_init');
  },
};

function otherSessions(ctx: FlowContext): Session[] {
  return (ctx.sessions ?? []).filter(({ id }) => id !== ctx.session?.id);
}
