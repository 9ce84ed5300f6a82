import type { StateDefinition } from '../engine/definitions.ts';
import type { StateName } from '../engine/state-names.ts';
import { accountDeleted } from './account-deleted.ts';
import { error } from './error.ts';
import { loginInit } from './login-init.ts';
import { passcodeConfirmation } from './passcode-confirmation.ts';
import { preflight } from './preflight.ts';
import { profileInit } from './profile-init.ts';
import { registrationInit } from './registration-init.ts';
import { success } from './success.ts';

/** Every state that exists, one file each. */
export const stateTable: readonly StateDefinition[] = [
  preflight,
  loginInit,
  registrationInit,
  passcodeConfirmation,
  success,
  error,
  profileInit,
  accountDeleted,
];

const byName = new Map(stateTable.map((state) => [state.name, state]));

/** @throws Error for a state that no file defines: a switch is on that nothing is behind. */
export function findState(name: StateName): StateDefinition {
  const state = byName.get(name);
  if (!state) throw new Error(`no state ${name}`);
  return state;
}
