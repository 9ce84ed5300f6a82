import type { FlowErrorCode, InputErrors } from './errors.ts';
import type { FlowName } from './flow-record.ts';
import type { StateName } from './state-names.ts';

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
