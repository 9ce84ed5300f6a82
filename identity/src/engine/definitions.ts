import type { IdentityConfig } from '../config.ts';
import type { FlowName, StateName } from '../store/flow-record.ts';
import type { FlowErrorCode, InputErrors } from './errors.ts';
import type { FlowContext } from './flow-context.ts';
import type { ActionInput, InputTable } from './input.ts';
import type { IdentityRuntime } from './runtime.ts';

type Decision = Outcome | OutsideWork;

/** Something a person can do in a state. */
export interface ActionDefinition {
  name: string;
  /** For developers; never shown. */
  description: string;
  /** An action that is not enabled is absent from the envelope and cannot be executed. Left out: always. */
  enabled?(ctx: FlowContext): boolean;
  /** Left out: none. */
  inputs?(ctx: FlowContext): InputTable;
  run(ctx: FlowContext, input: ActionInput): Decision | Promise<Decision>;
}

/** What a state does when it is reached, and what it shows. */
export interface Screen {
  /** Runs once when the state is reached, not when it is kept; an error is shown above the form. */
  arrive?(ctx: FlowContext): Promise<FlowErrorCode | undefined>;
  /** Runs for every reply in this state; left out: empty. */
  payload?(ctx: FlowContext): Promise<object> | object;
}

/** One screen (or silent step) of the widget, with what a person can do there. */
export interface StateDefinition extends Screen {
  actions: ActionDefinition[];
}

/** One conversation. */
export interface FlowDefinition {
  lifetimeSeconds: number;
  /** The first state and what is queued behind it. */
  start: [StateName, ...StateName[]];
  /** False: the flow is switched off; the reply is 403. */
  enabled(config: IdentityConfig): boolean;
  /** True: every call needs a live session, and the flow belongs to its user. */
  needsSession: boolean;
}

/** Everything the engine runs. */
export interface Protocol {
  flows: Record<FlowName, FlowDefinition>;
  states: Record<StateName, StateDefinition>;
}

/** What runs, and what it is run with. */
export interface Engine {
  runtime: IdentityRuntime;
  protocol: Protocol;
}

/** What an action decides; the engine does the rest. */
export type Outcome =
  | { kind: 'next'; states: StateName[]; committed: boolean }
  | { kind: 'stay'; error: FlowErrorCode; inputErrors: InputErrors }
  | { kind: 'back'; error?: FlowErrorCode }
  | { kind: 'restart'; flowName: FlowName }
  | { kind: 'fail'; error: FlowErrorCode };

/** Go on: the given states first, then what was queued before. `back` returns here. */
export function next(...states: StateName[]): Outcome {
  return { kind: 'next', states, committed: false };
}

/** Go on after something was proved or stored: there is no way back behind this step. */
export function nextCommitted(...states: StateName[]): Outcome {
  return { kind: 'next', states, committed: true };
}

/** Keep the state and show an error above the form, optionally with errors of inputs. */
export function stay(error: FlowErrorCode, inputErrors: InputErrors = {}): Outcome {
  return { kind: 'stay', error, inputErrors };
}

/** Keep the state and show what is wrong with the inputs. */
export function reject(inputErrors: InputErrors): Outcome {
  return { kind: 'stay', error: 'form_data_invalid_error', inputErrors };
}

/** Return to the state before, optionally with an error above its form. */
export function back(error?: FlowErrorCode): Outcome {
  return { kind: 'back', error };
}

/** Forget everything and begin another flow under the same id. */
export function restart(flowName: FlowName): Outcome {
  return { kind: 'restart', flowName };
}

/** End the flow in the error state. */
export function fail(error: FlowErrorCode): Outcome {
  return { kind: 'fail', error };
}

/**
 * Work for which an action must not keep the transaction, such as hashing a password. What the action
 * stored until then counts; the flow stands still and takes no other request until the work is done. What
 * it makes is handed on to a transaction of its own, in which the flow, the caller and the action have
 * been checked anew; whatever else the work relied on is checked there.
 */
export interface OutsideWork {
  kind: 'outside';
  /** Sees no context: it runs between two transactions. Resolves to what goes on in the second. */
  run(): Promise<(ctx: FlowContext) => Promise<Outcome>>;
}

/** Does `work` outside and goes on with what it made. */
export function outside<T>(
  work: () => Promise<T>,
  goOn: (ctx: FlowContext, made: T) => Promise<Outcome>,
): OutsideWork {
  return {
    kind: 'outside',
    async run() {
      const made = await work();
      return (ctx) => goOn(ctx, made);
    },
  };
}
