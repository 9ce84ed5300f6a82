import type { ActionDefinition, StateDefinition } from './definitions.ts';
import { type FlowErrorCode, FLOW_ERRORS, type InputErrors, INPUT_ERRORS } from './errors.ts';
import type { FlowContext } from './flow-context.ts';
import type { IdentityRuntime } from './runtime.ts';

/** The body of every reply on a flow address. */
interface Envelope {
  name: string;
  status: number;
  payload?: object;
  csrf_token: string;
  actions: Record<string, object>;
  error?: { code: string; message: string };
  links: null;
}

/** A flow reply before it is put on the wire. */
export interface FlowReply {
  envelope: Envelope;
  headers: ReplyHeaders;
}

/** Headers by lower-case name; `set-cookie` may have several values. */
type ReplyHeaders = Record<string, string | string[]>;

/** The refusal that ends a flow on the client: state `error`, no payload, no actions. */
export function refusalEnvelope(
  code: FlowErrorCode,
  status: number = FLOW_ERRORS[code].status,
): Envelope {
  return { name: 'error', status, csrf_token: '', actions: {}, error: errorOf(code), links: null };
}

/** Writes the current state of a flow with all enabled actions. */
export async function writeEnvelope(
  ctx: FlowContext,
  { payload, actions: offered }: StateDefinition,
  shown: { csrfToken: string; error?: FlowErrorCode; action?: string; inputErrors?: InputErrors },
): Promise<Envelope> {
  const actions: Envelope['actions'] = {};
  for (const action of offered) {
    if (action.enabled?.(ctx) === false) continue;
    const errors = action.name === shown.action ? shown.inputErrors : undefined;
    actions[action.name] = writeAction(ctx, action, errors ?? {});
  }
  return {
    name: ctx.position.state,
    status: shown.error ? FLOW_ERRORS[shown.error].status : 200,
    payload: (await payload?.(ctx)) ?? {},
    csrf_token: shown.csrfToken,
    actions,
    ...(shown.error ? { error: errorOf(shown.error) } : {}),
    links: null,
  };
}

/** The reply headers a state brings with it: the session of `success`, the retry time of a limit. */
export function writeHeaders(ctx: FlowContext, envelope: Envelope): ReplyHeaders {
  const headers: ReplyHeaders = {};
  if (ctx.signIn) {
    headers['x-auth-token'] = ctx.signIn.token;
    headers['x-session-lifetime'] = String(ctx.signIn.lifetimeSeconds);
    headers['x-session-retention'] = ctx.signIn.retention;
  }
  const retryAfter = retrySeconds(envelope.payload) ?? ctx.retryAfterSeconds?.toString();
  if (envelope.status === 429 && retryAfter !== undefined) headers['retry-after'] = retryAfter;
  if (ctx.cookies.length > 0) headers['set-cookie'] = ctx.cookies;
  return headers;
}

function retrySeconds(payload: object = {}): string | undefined {
  if ('resend_after' in payload) return String(payload.resend_after);
  if ('retry_after' in payload) return String(payload.retry_after);
  return undefined;
}

function writeAction(ctx: FlowContext, action: ActionDefinition, errors: InputErrors): object {
  const inputs: Record<string, object> = {};
  for (const [name, spec] of Object.entries(action.inputs?.(ctx) ?? {})) {
    const code = errors[name];
    const error = code ? { error: { code, message: INPUT_ERRORS[code] } } : {};
    inputs[name] = { name, ...spec, ...error };
  }
  return {
    action: action.name,
    href: `/${ctx.flowName}?action=${action.name}%40${ctx.flowId}`,
    description: action.description,
    inputs,
  };
}

function errorOf(code: FlowErrorCode): { code: string; message: string } {
  return { code, message: FLOW_ERRORS[code].message };
}

type Secure = Pick<IdentityRuntime, 'secureCookies'>;

/** A `Set-Cookie` value for something only the server reads. */
export function serverCookie(
  { secureCookies }: Secure,
  cookie: { name: string; value: string; maxAgeSeconds: number },
): string {
  const { name, value, maxAgeSeconds } = cookie;
  const secure = secureCookies ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** A `Set-Cookie` value that deletes the session cookie of the widget. */
export function expiredSessionCookie({ secureCookies }: Secure): string {
  return `hanko=; Path=/; Max-Age=0; SameSite=Lax${secureCookies ? '; Secure' : ''}`;
}
