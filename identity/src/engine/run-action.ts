import { type FlowName, type FlowRecord, TERMINAL_STATES } from '../store/flow-record.ts';
import { createStores, type Stores } from '../store/stores.ts';
import { type Caller, readCaller } from './caller.ts';
import {
  type ActionDefinition,
  type Engine,
  type Outcome,
  type OutsideWork,
  type Protocol,
  reject,
} from './definitions.ts';
import { type FlowReply, writeEnvelope, writeHeaders } from './envelope.ts';
import { type FlowErrorCode, FLOW_ERRORS, FlowRefusal, type InputErrors } from './errors.ts';
import { createFlowContext, type FlowContext } from './flow-context.ts';
import { readInput } from './input.ts';
import { moveBack, moveForward, moveToEnd, moveToStart, type Position } from './move-flow.ts';
import { createCsrfToken } from './start-flow.ts';
import { deliverMail, inTransaction } from './transaction.ts';

/** One step of a flow as the widget asks for it. */
interface ActionRequest {
  flowName: FlowName;
  actionName: string;
  flowId: string;
  csrfToken: string;
  inputData: Record<string, unknown>;
  caller: Caller;
}

/**
 * Executes one action. Everything happens in one transaction that holds the flow's row, so
 * requests on one flow run one after the other. Mail leaves after the commit, because the
 * embedded database has one connection; when a required mail fails, the flow is put back.
 * An action with work for outside has a second transaction for what follows from it.
 *
 * Order of checks: session (profile) → flow known → not expired → csrf → action enabled → inputs.
 * @throws FlowRefusal for all of them but the last; the stored flow is untouched then.
 */
export async function runAction(engine: Engine, request: ActionRequest): Promise<FlowReply> {
  const { runtime } = engine;
  const first = await inTransaction(runtime, request.caller.client, async (stores, trx) => {
    const executed = await execute(engine, stores, request);
    const deletedAccount = 'ctx' in executed ? executed.ctx.deletedAccount : undefined;
    if (deletedAccount) await runtime.onAccountDeleted?.(deletedAccount, trx);
    return executed;
  });
  const done = 'work' in first ? await finishOutside(engine, request, first) : first;
  await deliverMail(runtime, done.ctx.outbox, done.before);
  return done.reply;
}

interface Done {
  reply: FlowReply;
  ctx: FlowContext;
  before: FlowRecord;
}

/** A flow that stands still for work outside, `held` under a csrf token that nobody is told. */
interface Held {
  work: OutsideWork;
  held: FlowRecord;
  before: FlowRecord;
}

async function execute(
  engine: Engine,
  stores: Stores,
  request: ActionRequest,
): Promise<Done | Held> {
  const opened = await open(engine, stores, request);
  const { ctx, action, record } = opened;
  const { input, errors } = readInput(action.inputs?.(ctx) ?? {}, request.inputData);
  const invalid = Object.keys(errors).length > 0;
  const decision = invalid ? reject(errors) : await action.run(ctx, input);
  if (decision.kind !== 'outside') return close(engine, opened, decision);
  const held = { ...record, csrfToken: createCsrfToken(), version: record.version + 1 };
  await stores.flows.save(held);
  return { work: decision, held, before: record };
}

/** @throws FlowRefusal as {@link runAction} does; the flow is then as it was before the request. */
async function finishOutside(
  engine: Engine,
  request: ActionRequest,
  { work, held, before }: Held,
): Promise<Done> {
  const { runtime } = engine;
  try {
    const goOn = await work.run();
    const { csrfToken } = held;
    const done = await inTransaction(runtime, request.caller.client, async (stores) => {
      const opened = await open(engine, stores, { ...request, csrfToken });
      return close(engine, opened, await goOn(opened.ctx));
    });
    return { ...done, before: { ...held, csrfToken: before.csrfToken } };
  } catch (error) {
    await createStores(runtime.db).flows.restore(before);
    throw error;
  }
}

interface Opened {
  ctx: FlowContext;
  record: FlowRecord;
  action: ActionDefinition;
  before: FlowContext['position'];
}

/** Holds the flow and checks everything that does not depend on the inputs. */
async function open(
  { runtime, protocol }: Engine,
  stores: Stores,
  request: ActionRequest,
): Promise<Opened> {
  const { needsSession, enabled } = protocol.flows[request.flowName];
  if (!enabled(runtime.config)) refuse();
  const caller = needsSession ? await readCaller(runtime, stores, request.caller) : undefined;
  const record = await stores.flows.lock(request.flowId);
  checkFlow(record, request, runtime.clock.now());
  if (caller && record.data.userId !== caller.account.id) refuse();
  const known = caller ?? (await readProved(stores, record));
  const { client } = request.caller;
  const ctx = createFlowContext(runtime, stores, { record, client, ...known });
  const before = { ...ctx.position, data: record.data };
  const action = protocol.states[before.state].actions.find(
    ({ name }) => name === request.actionName,
  );
  if (!action || action.enabled?.(ctx) === false) refuse();
  return { ctx, record, action, before };
}

function checkFlow(
  record: FlowRecord | undefined,
  request: ActionRequest,
  now: Date,
): asserts record is FlowRecord {
  if (!record || record.flow !== request.flowName) refuse();
  if (record.expiresAt <= now) throw new FlowRefusal('flow_expired_error');
  if (record.csrfToken !== request.csrfToken) refuse();
}

/** The account that a sign-in has proved; it may have been deleted since. */
async function readProved(stores: Stores, { data }: FlowRecord) {
  if (data.userId === undefined) return {};
  const account = await stores.accounts.find(data.userId);
  return account ? { account } : refuse();
}

/** Goes where the outcome leads, writes the reply with a new csrf token and stores the flow. */
async function close(
  { protocol }: Engine,
  { ctx, record, action, before }: Opened,
  outcome: Outcome,
): Promise<Done> {
  const shown = await applyOutcome(protocol, ctx, { before, outcome });
  const { state } = ctx.position;
  await readAccountAnew(ctx);
  const csrfToken = createCsrfToken();
  const envelope = await writeEnvelope(ctx, protocol.states[state], {
    ...shown,
    action: action.name,
    csrfToken,
  });
  const position = TERMINAL_STATES.has(state) ? moveToEnd(ctx.position, state) : ctx.position;
  const flow = ctx.flowName;
  await ctx.stores.flows.save({
    ...record,
    ...position,
    flow,
    csrfToken,
    version: record.version + 1,
  });
  return { reply: { envelope, headers: writeHeaders(ctx, envelope) }, ctx, before: record };
}

async function readAccountAnew(ctx: FlowContext): Promise<void> {
  const { userId } = ctx.position.data;
  if (userId === undefined || ctx.deletedAccount?.accountId === userId) return;
  ctx.account = await ctx.stores.accounts.find(userId);
  if (ctx.session) ctx.sessions = await ctx.stores.sessions.list(userId, ctx.now);
}

function refuse(): never {
  throw new FlowRefusal('operation_not_permitted_error');
}

/** What the envelope has to show beside the state. */
interface Shown {
  error?: FlowErrorCode;
  inputErrors?: InputErrors;
}

/**
 * Moves the context to where an outcome leads and lets the reached state arrive.
 * `before` is the position at the start of the request; `ctx.position.data` holds what the
 * action wrote. An error of status 5xx ends the flow in the error state.
 */
export async function applyOutcome(
  { flows, states }: Protocol,
  ctx: FlowContext,
  { before, outcome }: { before: Position; outcome: Outcome },
): Promise<Shown> {
  const reach = async (position: Position) => {
    const arrived = position.state !== ctx.position.state;
    ctx.position = position;
    return arrived ? states[position.state].arrive?.(ctx) : undefined;
  };
  if (outcome.kind === 'next') {
    return { error: await reach(moveForward(before, ctx.position.data, outcome)) };
  }
  if (outcome.kind === 'back') {
    const arrival = await reach(moveBack(before));
    return { error: outcome.error ?? arrival };
  }
  if (outcome.kind === 'restart') {
    ctx.flowName = outcome.flowName;
    return { error: await reach(moveToStart(flows[outcome.flowName].start)) };
  }
  if (outcome.kind === 'fail' || FLOW_ERRORS[outcome.error].status >= 500) {
    ctx.position = moveToEnd(before, 'error');
    return { error: outcome.error };
  }
  return { error: outcome.error, inputErrors: outcome.inputErrors };
}
