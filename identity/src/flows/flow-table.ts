import type { FlowDefinition } from '../engine/definitions.ts';
import { FlowRefusal } from '../engine/errors.ts';
import type { FlowName } from '../engine/flow-record.ts';
import { loginFlow } from './login-flow.ts';
import { profileFlow } from './profile-flow.ts';
import { registrationFlow } from './registration-flow.ts';

/** Every address of the protocol; `undefined` marks a flow that is switched off. */
const flowTable: Record<FlowName, FlowDefinition | undefined> = {
  login: loginFlow,
  registration: registrationFlow,
  profile: profileFlow,
  token_exchange: undefined,
};

/** The names of all flows. */
export const flowNames: FlowName[] = ['login', 'registration', 'profile', 'token_exchange'];

/** @throws FlowRefusal `operation_not_permitted_error` for a flow that is switched off. */
export function findFlow(name: FlowName): FlowDefinition {
  const flow = flowTable[name];
  if (!flow) throw new FlowRefusal('operation_not_permitted_error');
  return flow;
}
