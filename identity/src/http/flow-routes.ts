import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type FlowReply, refusalEnvelope } from '../engine/envelope.ts';
import { describeFault, FlowRefusal } from '../engine/errors.ts';
import { runAction } from '../engine/run-action.ts';
import type { IdentityRuntime } from '../engine/runtime.ts';
import { startFlow } from '../engine/start-flow.ts';
import { PROTOCOL } from '../flows.ts';
import type { FlowName } from '../store/flow-record.ts';
import { readCaller } from './read-request.ts';

const MAX_BODY_BYTES = 64 * 1024;

const actionQuery = z.object({ action: z.string().regex(/^[a-z_]+@.+$/) });
const actionBody = z.object({
  input_data: z.record(z.string(), z.unknown()).nullish(),
  csrf_token: z.string().nullish(),
});
const uuid = z.uuid();
const FLOW_NAMES = Object.keys(PROTOCOL.flows) as FlowName[];

/** `POST /{flow}` opens a flow, `POST /{flow}?action={name}@{id}` executes a step of it. */
export function addFlowRoutes(app: FastifyInstance, runtime: IdentityRuntime): void {
  for (const flowName of FLOW_NAMES) {
    app.post(`/${flowName}`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) =>
      sendFlowReply(reply, await runRequest(runtime, flowName, request)),
    );
  }
}

/** The first path segment below the mount point names a flow. */
export function isFlowPath(path: string): boolean {
  const [first] = path.replace(/^\//, '').split(/[/?]/);
  return FLOW_NAMES.some((name) => name === first);
}

async function runRequest(
  runtime: IdentityRuntime,
  flowName: FlowName,
  request: FastifyRequest,
): Promise<FlowReply> {
  const engine = { runtime, protocol: PROTOCOL };
  const caller = readCaller(request);
  try {
    const isAction = Object.hasOwn(Object(request.query), 'action');
    if (!isAction) return await startFlow(engine, flowName, caller);
    return await runAction(engine, { flowName, caller, ...readAction(request) });
  } catch (error) {
    if (error instanceof FlowRefusal) return describeRefusal(error);
    runtime.log.error({ flowName, fault: describeFault(error) }, 'identity.flow_failed');
    return { envelope: refusalEnvelope('technical_error'), headers: {} };
  }
}

function describeRefusal({ code, status, retryAfterSeconds }: FlowRefusal): FlowReply {
  const headers: FlowReply['headers'] = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return { envelope: refusalEnvelope(code, status), headers };
}

/** @throws FlowRefusal 400 for what is not an action request, 403 for an id that cannot exist. */
function readAction(request: FastifyRequest) {
  const query = actionQuery.safeParse(request.query);
  const body = actionBody.safeParse(request.body ?? {});
  if (!query.success || !body.success) throw new FlowRefusal('technical_error', { status: 400 });
  const [actionName = '', flowId] = query.data.action.split('@');
  if (!uuid.safeParse(flowId).success) throw new FlowRefusal('operation_not_permitted_error');
  return {
    actionName,
    flowId: String(flowId),
    csrfToken: body.data.csrf_token ?? '',
    inputData: body.data.input_data ?? {},
  };
}

/** Puts a flow reply on the wire. */
export function sendFlowReply(reply: FastifyReply, { envelope, headers }: FlowReply): FastifyReply {
  return reply.code(envelope.status).headers(headers).send(envelope);
}
