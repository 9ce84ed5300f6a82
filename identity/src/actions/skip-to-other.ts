import type { ActionDefinition } from '../engine/definitions.ts';
import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import { next } from '../engine/outcome.ts';
import type { StateName } from '../engine/state-names.ts';
import { canStillSignIn } from '../services/can-still-sign-in.ts';
import { heldBy } from '../services/held.ts';
import { skipWhen } from './skip.ts';

type Credential = 'passkey' | 'password';

const stateOf = { passkey: 'onboarding_create_passkey', password: 'password_creation' } as const;

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
  const possible = other === 'password' || dataOf(ctx).capabilities?.webauthn === true;
  const asked = ctx.position.history.some(({ state }) => state === stateOf[other]);
  const lacks = !heldBy(ctx)[other] && !asked;
  return enabled && wanted === 'conditional' && possible && lacks ? stateOf[other] : undefined;
}

function isMandatoryNext(ctx: FlowContext, skipped: Credential): boolean {
  const other = otherThan(skipped);
  return ctx.position.queue.includes(stateOf[other]) && !ctx.runtime.config[other].optional;
}

function otherThan(credential: Credential): Credential {
  return credential === 'passkey' ? 'password' : 'passkey';
}
