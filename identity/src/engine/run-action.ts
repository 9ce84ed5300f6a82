import { findFlow } from '../flows/flow-table.ts';
import type { IdentityRuntime } from '../identity-runtime.ts';
import type { Caller } from '../services/caller.ts';
import { findState } from '../states/state-table.ts';
import { createStores, type Stores } from '../store/stores.ts';
import { applyOutcome } from './apply-outcome.ts';
import { createCsrfToken } from './csrf-token.ts';
import { deliverMail } from './deliver-mail.ts';
import { writeEnvelope, writeHeaders, type FlowReply } from './envelope.ts';
import { FlowRefusal } from './errors.ts';
import { createFlowContext, type FlowContext } from './flow-context.ts';
import type { FlowName, FlowRecord } from './flow-record.ts';
import { readInput } from './input.ts';
import { moveToEnd } from './move-flow.ts';
import { reject } from './outcome.ts';
import { readCaller } from './read-caller.ts';
import { terminalStates } from './state-names.ts';

/** One step of a flow as the widget asks for it. */
export type ActionRequest = {
  flowName: FlowName;
  actionName: string;
  flowId: string;
  csrfToken: string;
  inputData: Record<string, unknown>;
  caller: Caller;
};

/**
 * Executes one action. Everything happens in one transaction that holds the flow's row, so
 * requests on one flow run one after the other. Mail leaves after the commit, because the
 * embedded database has one connection; when a required mail fails, the flow is put back.
 *
 * Order of checks: session (profile) → flow known → not expired → csrf → action enabled → inputs.
 * @throws FlowRefusal for all of them but the last; the stored flow is untouched then.
 */
export async function runAction(
  runtime: IdentityRuntime,
  request: ActionRequest,
): Promise<FlowReply> {
  const done = await runtime.db
    .transaction()
    .execute((tx) => execute(runtime, createStores(tx), request));
  await deliverMail(runtime, done.ctx.outbox, done.before);
  if (done.ctx.deletedUserId) await tellHost(runtime, done.ctx.deletedUserId);
  return done.reply;
}

type Done = { reply: FlowReply; ctx: FlowContext; before: FlowRecord };

async function execute(
  runtime: IdentityRuntime,
  stores: Stores,
  request: ActionRequest,
): Promise<Done> {
  const { needsSession, enabled } = findFlow(request.flowName);
  if (!enabled(runtime.config)) refuse();
  const caller = needsSession ? await readCaller(runtime, stores, request.caller) : undefined;
  const record = await stores.flows.lock(request.flowId);
  checkFlow(record, request, runtime.clock.now());
  if (caller && record.data.userId !== caller.account.id) refuse();
  const known = caller ?? (await readProved(stores, record));

  const ctx = createFlowContext(runtime, stores, {
    record,
    client: request.caller.client,
    ...known,
  });
  const before = { ...ctx.position, data: record.data };
  const shown = await step(ctx, before, request);
  return {
    reply: await close(ctx, record, { ...shown, action: request.actionName }),
    ctx,
    before: record,
  };
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

async function step(ctx: FlowContext, before: FlowContext['position'], request: ActionRequest) {
  const state = findState(before.state);
  const action = state.actions.find(({ name }) => name === request.actionName);
  if (!action?.enabled(ctx)) refuse();
  const { input, errors } = readInput(action.inputs(ctx), request.inputData);
  const invalid = Object.keys(errors).length > 0;
  return applyOutcome(ctx, before, invalid ? reject(errors) : await action.run(ctx, input));
}

/** The account that a sign-in has proved; it may have been deleted since. */
async function readProved(stores: Stores, { data }: FlowRecord) {
  if (data.userId === undefined) return {};
  const account = await stores.accounts.find(data.userId);
  return account ? { account } : refuse();
}

/** Writes the reply with a new csrf token and stores the flow. */
async function close(
  ctx: FlowContext,
  record: FlowRecord,
  shown: Omit<Parameters<typeof writeEnvelope>[2], 'csrfToken'>,
): Promise<FlowReply> {
  const { state } = ctx.position;
  await readAccountAnew(ctx);
  const csrfToken = createCsrfToken();
  const envelope = await writeEnvelope(ctx, findState(state), { ...shown, csrfToken });
  const position = terminalStates.has(state) ? moveToEnd(ctx.position, state) : ctx.position;
  const flow = ctx.flowName;
  await ctx.stores.flows.save({
    ...record,
    ...position,
    flow,
    csrfToken,
    version: record.version + 1,
  });
  return { envelope, headers: writeHeaders(ctx, envelope) };
}

async function readAccountAnew(ctx: FlowContext): Promise<void> {
  const { userId } = ctx.position.data;
  if (userId === undefined || ctx.deletedUserId === userId) return;
  ctx.account = await ctx.stores.accounts.find(userId);
  if (ctx.session) ctx.sessions = await ctx.stores.sessions.list(userId, ctx.now);
}

async function tellHost(runtime: IdentityRuntime, userId: string): Promise<void> {
  try {
    await runtime.onAccountDeleted?.(userId);
  } catch {
    runtime.log.error({ userId }, 'identity.account_deleted_not_told');
  }
}

function refuse(): never {
  throw new FlowRefusal('operation_not_permitted_error');
}
