import { randomUUID } from 'node:crypto';
import { findFlow } from '../flows/flow-table.ts';
import type { IdentityRuntime } from '../identity-runtime.ts';
import type { Caller } from '../services/caller.ts';
import { flowLimit } from '../services/attempt-limits.ts';
import { createStores, type Stores } from '../store/stores.ts';
import { findState } from '../states/state-table.ts';
import { FlowRefusal } from './errors.ts';
import { createCsrfToken } from './csrf-token.ts';
import { writeEnvelope, type FlowReply } from './envelope.ts';
import { createFlowContext } from './flow-context.ts';
import type { FlowName, FlowRecord } from './flow-record.ts';
import { readCaller } from './read-caller.ts';

/**
 * Opens a flow and answers its first state.
 * @throws FlowRefusal when the flow is switched off, needs a session that is not there, or too many
 * were opened by this account or from this address.
 */
export async function startFlow(
  runtime: IdentityRuntime,
  flowName: FlowName,
  caller: Caller,
): Promise<FlowReply> {
  const definition = findFlow(flowName);
  if (!definition.enabled(runtime.config)) throw new FlowRefusal('operation_not_permitted_error');
  return runtime.db.transaction().execute(async (tx) => {
    const stores = createStores(tx);
    const now = runtime.clock.now();
    const known = definition.needsSession ? await readCaller(runtime, stores, caller) : undefined;
    // A whole school can share one address, so whoever is known counts alone.
    await countFlow(runtime, stores, known?.account.id ?? caller.client.ip);
    const [state, ...queue] = definition.start;
    const record: FlowRecord = {
      id: randomUUID(),
      flow: flowName,
      state,
      previousState: null,
      queue,
      history: [],
      data: known ? { userId: known.account.id } : {},
      csrfToken: createCsrfToken(),
      version: 0,
      createdAt: now,
      expiresAt: new Date(now.getTime() + definition.lifetimeSeconds * 1000),
    };
    await stores.flows.add(record);
    const ctx = createFlowContext(runtime, stores, { record, client: caller.client, ...known });
    const envelope = await writeEnvelope(ctx, findState(state), { csrfToken: record.csrfToken });
    return { envelope, headers: {} };
  });
}

async function countFlow(
  runtime: IdentityRuntime,
  { rateLimits }: Stores,
  whose: string,
): Promise<void> {
  const [limit, now] = [flowLimit(runtime, whose), runtime.clock.now()];
  if (await rateLimits.take(limit, now)) return;
  const retryAfterSeconds = await rateLimits.secondsToWait(limit, now);
  throw new FlowRefusal('rate_limit_exceeded', { retryAfterSeconds });
}
