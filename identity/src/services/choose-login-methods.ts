import { dataOf, type FlowContext } from '../engine/flow-context.ts';
import type { LoginMethod } from '../engine/flow-record.ts';
import type { Account } from '../store/read-account.ts';
import { heldByAccount } from './held.ts';

/** What somebody with an identifier may prove it with, and where that leads. */
export type LoginChoice = {
  /** What the chooser shows. */
  methods: LoginMethod[];
  choice: 'chooser' | 'password' | 'passcode' | 'passkey' | 'nothing';
};

/**
 * By default everybody is offered what is switched on, so that nobody can tell accounts apart;
 * `onlyShowActualLoginMethods` offers what the account has.
 */
export function chooseLoginMethods(ctx: FlowContext, account: Account | undefined): LoginChoice {
  const { config } = ctx.runtime;
  const { address, capabilities } = dataOf(ctx);
  const offered: LoginMethod[] = [];
  if (config.email.enabled && config.email.useForAuthentication && address !== undefined) {
    offered.push('passcode');
  }
  if (config.password.enabled) offered.push('password');
  const passkeys = config.passkey.enabled && capabilities?.webauthn === true;
  if (config.privacy.onlyShowActualLoginMethods && account) {
    const held = heldByAccount(config, account);
    const methods = [...offered, ...(passkeys ? (['passkey'] as const) : [])].filter(
      (method) =>
        (method === 'passcode' && held.email) ||
        (method === 'password' && held.password) ||
        (method === 'passkey' && held.passkey),
    );
    return { methods, choice: pick(methods) };
  }
  return { methods: passkeys ? [...offered, 'passkey'] : offered, choice: pick(offered) };
}

function pick([method, ...others]: LoginMethod[]): LoginChoice['choice'] {
  if (others.length > 0) return 'chooser';
  return method === undefined || method === 'third_party' ? 'nothing' : method;
}
