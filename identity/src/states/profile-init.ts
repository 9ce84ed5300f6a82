import { accountDelete } from '../actions/account-delete.ts';
import { emailCreate } from '../actions/email-create.ts';
import { emailDelete } from '../actions/email-delete.ts';
import { emailSetPrimary } from '../actions/email-set-primary.ts';
import { emailVerify } from '../actions/email-verify.ts';
import { sessionDelete } from '../actions/session-delete.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { accountOf, type FlowContext } from '../engine/flow-context.ts';
import { viewSession } from '../services/session-view.ts';
import { viewUser } from '../services/user-view.ts';

/** The account page. */
export const profileInit: StateDefinition = {
  name: 'profile_init',
  payload(ctx) {
    const { config } = ctx.runtime;
    const user = viewUser(accountOf(ctx), config);
    return config.session.showOnProfile ? { user, sessions: viewSessions(ctx) } : { user };
  },
  actions: [emailCreate, emailVerify, emailSetPrimary, emailDelete, sessionDelete, accountDelete],
};

/** The current session first, then the newest. */
function viewSessions(ctx: FlowContext): object[] {
  const { session: current, sessions = [] } = ctx;
  const others = sessions.filter(({ id }) => id !== current?.id);
  return [
    ...(current ? [viewSession(current, true)] : []),
    ...others.map((other) => viewSession(other, false)),
  ];
}
