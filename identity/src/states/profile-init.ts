import { accountDelete } from '../actions/account-delete.ts';
import { connectThirdParty } from '../actions/connect-third-party.ts';
import { profileOtpSecretCreation } from '../actions/continue-to-otp-secret-creation.ts';
import { passkeyCreate, securityKeyCreate } from '../actions/credential-create.ts';
import { credentialDelete, securityKeyDelete } from '../actions/credential-delete.ts';
import { credentialRename } from '../actions/credential-rename.ts';
import { disconnectThirdParty } from '../actions/disconnect-third-party.ts';
import { emailCreate } from '../actions/email-create.ts';
import { emailDelete } from '../actions/email-delete.ts';
import { emailSetPrimary } from '../actions/email-set-primary.ts';
import { emailVerify } from '../actions/email-verify.ts';
import { otpSecretDelete } from '../actions/otp-secret-delete.ts';
import { passwordDelete } from '../actions/password-delete.ts';
import { patchMetadata } from '../actions/patch-metadata.ts';
import { sessionDelete } from '../actions/session-delete.ts';
import { passwordCreate, passwordUpdate } from '../actions/set-password.ts';
import { usernameCreate, usernameUpdate } from '../actions/username-create.ts';
import { usernameDelete } from '../actions/username-delete.ts';
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
  actions: [
    usernameCreate,
    usernameUpdate,
    usernameDelete,
    emailCreate,
    emailVerify,
    emailSetPrimary,
    emailDelete,
    passwordCreate,
    passwordUpdate,
    passwordDelete,
    passkeyCreate,
    credentialRename,
    credentialDelete,
    securityKeyCreate,
    securityKeyDelete,
    profileOtpSecretCreation,
    otpSecretDelete,
    sessionDelete,
    connectThirdParty,
    disconnectThirdParty,
    patchMetadata,
    accountDelete,
  ],
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
