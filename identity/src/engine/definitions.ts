import type { IdentityConfig } from '../config.ts';
import type { FlowErrorCode } from './errors.ts';
import type { FlowContext } from './flow-context.ts';
import type { FlowName } from './flow-record.ts';
import type { ActionInput, InputTable } from './input.ts';
import type { Outcome } from './outcome.ts';
import type { StateName } from './state-names.ts';

/** Something a person can do in a state. */
export type ActionDefinition = {
  name: string;
  /** For developers; never shown. */
  description: string;
  /** An action that is not enabled is absent from the envelope and cannot be executed. */
  enabled(ctx: FlowContext): boolean;
  inputs(ctx: FlowContext): InputTable;
  run(ctx: FlowContext, input: ActionInput): Promise<Outcome> | Outcome;
};

/** One screen (or silent step) of the widget. */
export type StateDefinition = {
  name: StateName;
  /** Runs once when the state is reached, not when it is kept; an error is shown above the form. */
  arrive?(ctx: FlowContext): Promise<FlowErrorCode | undefined>;
  /** Runs for every reply in this state. */
  payload(ctx: FlowContext): Promise<object> | object;
  actions: ActionDefinition[];
};

/** One conversation: where it starts and what a right passcode leads to. */
export type FlowDefinition = {
  name: FlowName;
  lifetimeSeconds: number;
  /** The first state and what is queued behind it. */
  start: [StateName, ...StateName[]];
  /** False: the flow is switched off and answers 403. */
  enabled(config: IdentityConfig): boolean;
  /** True: every call needs a live session, and the flow belongs to its user. */
  needsSession: boolean;
  afterPasscode(ctx: FlowContext): Promise<Outcome>;
};
