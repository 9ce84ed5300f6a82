import { randomInt, randomUUID } from 'node:crypto';
import type { FlowName, FlowRecord } from '../store/flow-record.ts';
import { perMinute } from '../store/rate-limit-store.ts';
import type { Stores } from '../store/stores.ts';
import { type Caller, readCaller } from './caller.ts';
import type { Engine } from './definitions.ts';
import { type FlowReply, writeEnvelope } from './envelope.ts';
import { FlowRefusal } from './errors.ts';
import { createFlowContext } from './flow-context.ts';
import type { IdentityRuntime } from './runtime.ts';
import { inTransaction } from './transaction.ts';

/**
 * Opens a flow and returns its first state.
 * @throws FlowRefusal when the flow is switched off, needs a session that is not there, or too many
 * were opened by this account or from this network.
 */
export async function startFlow(
  { runtime, protocol }: Engine,
  flowName: FlowName,
  caller: Caller,
): Promise<FlowReply> {
  const definition = protocol.flows[flowName];
  if (!definition.enabled(runtime.config)) throw new FlowRefusal('operation_not_permitted_error');
  return inTransaction(runtime, caller.client, async (stores) => {
    const now = runtime.clock.now();
    const known = definition.needsSession ? await readCaller(runtime, stores, caller) : undefined;
    // A whole school can share one address, so whoever is known counts alone.
    const whose = known?.account.id ?? runtime.networkOf(caller.client.ip);
    await countFlow(runtime, stores, whose);
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
      openedBy: runtime.digest(whose),
    };
    await stores.flows.add(record);
    const ctx = createFlowContext(runtime, stores, { record, client: caller.client, ...known });
    const envelope = await writeEnvelope(ctx, protocol.states[state], {
      csrfToken: record.csrfToken,
    });
    return { envelope, headers: {} };
  });
}

/** Each flow is a row that is kept for a day. */
async function countFlow(
  { clock, digest, config }: IdentityRuntime,
  { rateLimits }: Stores,
  whose: string,
): Promise<void> {
  const now = clock.now();
  const limit = perMinute(`flow:${digest(whose)}`, config.limits.flowsPerMinute);
  if (await rateLimits.take(limit, now)) return;
  const retryAfterSeconds = await rateLimits.secondsToWait(limit, now);
  throw new FlowRefusal('rate_limit_exceeded', { retryAfterSeconds });
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 32 random characters of [0-9A-Za-z], about 190 bits. */
export function createCsrfToken(): string {
  return Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
