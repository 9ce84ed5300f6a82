import { type ActionDefinition, next } from '../engine/definitions.ts';
import type { FlowContext } from '../engine/flow-context.ts';
import type { StateName } from '../store/flow-record.ts';
import { canUsePasskeys } from './capabilities.ts';
import { canStillSignIn, heldBy } from './held.ts';
import { skipWhen } from './navigation.ts';

/** Neither, only where something else signs the person in. */
export const skipCredentials = skipWhen((ctx) => {
  const { password, passkey } = ctx.runtime.config;
  return (password.optional || passkey.optional) && canStillSignIn(ctx);
});

/** The chooser's passkey button. */
export const continueToPasskeyRegistration: ActionDefinition = {
  name: 'continue_to_passkey_registration',
  description: 'Create a passkey.',
  enabled: (ctx) =>
    ctx.runtime.config.passkey.enabled && canUsePasskeys(ctx) && !heldBy(ctx).passkey,
  run: () => next('onboarding_create_passkey'),
};

/** The chooser's password button. */
export const continueToPasswordRegistration: ActionDefinition = {
  name: 'continue_to_password_registration',
  description: 'Set a password.',
  enabled: (ctx) => ctx.runtime.config.password.enabled && !heldBy(ctx).password,
  run: () => next('password_creation'),
};

type Credential = 'passkey' | 'password';

const STATE_OF = { passkey: 'onboarding_create_passkey', password: 'password_creation' } as const;

/**
 * Does without one kind of credential. Where the other kind is wanted on condition, it is offered
 * instead. Absent after the chooser, which has a skip of its own, and where nothing else would
 * sign the person in.
 */
export function skipToOther(credential: Credential): ActionDefinition {
  return {
    ...skipWhen((ctx) => {
      const optional = ctx.runtime.config[credential].optional;
      const chosen = ctx.position.history.some(
        ({ state }) => state === 'credential_onboarding_chooser',
      );
      const other = otherStep(ctx, credential);
      const follows = other !== undefined || isMandatoryNext(ctx, credential);
      return optional && !chosen && (canStillSignIn(ctx) || follows);
    }),
    run(ctx) {
      const other = otherStep(ctx, credential);
      return other ? next(other) : next();
    },
  };
}

function otherStep(ctx: FlowContext, skipped: Credential): StateName | undefined {
  const other = otherThan(skipped);
  const { enabled, acquireOnRegistration, acquireOnLogin } = ctx.runtime.config[other];
  const wanted = ctx.flowName === 'registration' ? acquireOnRegistration : acquireOnLogin;
  const possible = other === 'password' || canUsePasskeys(ctx);
  const asked = ctx.position.history.some(({ state }) => state === STATE_OF[other]);
  const lacks = !heldBy(ctx)[other] && !asked;
  return enabled && wanted === 'conditional' && possible && lacks ? STATE_OF[other] : undefined;
}

function isMandatoryNext(ctx: FlowContext, skipped: Credential): boolean {
  const other = otherThan(skipped);
  return ctx.position.queue.includes(STATE_OF[other]) && !ctx.runtime.config[other].optional;
}

function otherThan(credential: Credential): Credential {
  return credential === 'passkey' ? 'password' : 'passkey';
}
