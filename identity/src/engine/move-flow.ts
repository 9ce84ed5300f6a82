import type { FlowData, FlowRecord, StateName } from '../store/flow-record.ts';

/** Where a flow stands; the part of its record that moves. */
export type Position = Pick<FlowRecord, 'state' | 'previousState' | 'queue' | 'history' | 'data'>;

/** Steps that `back` can undo: more than any path has that does not go in circles. */
const MAX_HISTORY = 20;

const STICKY_KEYS = ['passcodeId', 'passcodeAddress', 'passcodeSentAt', 'totpSecret'] as const;

/**
 * Puts `states` before the queue and goes to the first of them.
 * A change of state is remembered for `back` with the data and queue the state had
 * before the action (`before`); a committed step forgets all history, because what was
 * proved or stored cannot be taken back.
 * @throws Error when nothing is queued: a gap in the flow tables.
 */
export function moveForward(
  before: Position,
  data: FlowData,
  { states, committed }: { states: StateName[]; committed: boolean },
): Position {
  const [state, ...queue] = [...states, ...before.queue];
  if (state === undefined) throw new Error(`nothing follows ${before.state}`);
  const changed = state !== before.state;
  const step = { state: before.state, data: before.data, queue: before.queue };
  return {
    state,
    previousState: changed ? before.state : before.previousState,
    queue,
    history: committed
      ? []
      : changed
        ? [...before.history, step].slice(-MAX_HISTORY)
        : before.history,
    data,
  };
}

/**
 * Goes back to the newest remembered state with the data and queue it had, except for the
 * code already mailed and the authenticator secret already shown: going to and fro must not
 * send another mail or change the QR code.
 * @throws Error when there is no history; `back` is not offered then.
 */
export function moveBack(before: Position): Position {
  const step = before.history.at(-1);
  if (step === undefined) throw new Error(`nothing precedes ${before.state}`);
  const data: FlowData = { ...step.data };
  for (const key of STICKY_KEYS) {
    delete data[key];
    if (before.data[key] !== undefined) data[key] = before.data[key];
  }
  return {
    state: step.state,
    previousState: before.state,
    queue: step.queue,
    history: before.history.slice(0, -1),
    data,
  };
}

/** Where a flow begins anew. */
export function moveToStart([state, ...queue]: [StateName, ...StateName[]]): Position {
  return { state, previousState: null, queue, history: [], data: {} };
}

/** Where a flow ends: no history, no queue, nothing personal left. */
export function moveToEnd(before: Position, state: StateName): Position {
  return { state, previousState: before.state, queue: [], history: [], data: {} };
}
