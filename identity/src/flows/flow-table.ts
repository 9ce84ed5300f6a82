import type { FlowDefinition } from '../engine/definitions.ts';
import type { FlowName } from '../engine/flow-record.ts';
import { loginFlow } from './login-flow.ts';
import { profileFlow } from './profile-flow.ts';
import { registrationFlow } from './registration-flow.ts';
import { tokenExchangeFlow } from './token-exchange-flow.ts';

/** Every address of the protocol. */
const flowTable: Record<FlowName, FlowDefinition> = {
  login: loginFlow,
  registration: registrationFlow,
  profile: profileFlow,
  token_exchange: tokenExchangeFlow,
};

/** The names of all flows. */
export const flowNames: FlowName[] = ['login', 'registration', 'profile', 'token_exchange'];

/** The definition of a flow; one that is switched off says so itself. */
export function findFlow(name: FlowName): FlowDefinition {
  return flowTable[name];
}
