import type { BodyOf, Call, QueryOf, ReplyOf } from '@pathway/contract/call';
import { ApiError } from './api-error.ts';
import { NetworkError } from './network-error.ts';
import { readRefusal } from './read-refusal.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** Where a call goes; its parsers may still be on their way. */
type Address = Pick<Call, 'method' | 'path'>;

export interface CallOptions<C extends Address> {
  /** Values of the `:name` parts of the path. */
  params?: Record<string, string>;
  query?: QueryOf<C>;
  /** JSON as the contract has it, or a form for an upload. */
  body?: BodyOf<C> | FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Makes one call of the contract and answers its parsed reply.
 * @throws ApiError when the server refuses or answers something else than the contract says
 * @throws NetworkError when no answer arrives
 */
export async function callApi<C extends Call>(
  call: C,
  options: CallOptions<C> = {},
): Promise<ReplyOf<C>> {
  return readReply(call, await requestApi(call, options));
}

/**
 * What the response to a call says, parsed by the contract.
 * @throws ApiError when it is something else than the contract says
 */
export async function readReply<C extends Call>(call: C, response: Response): Promise<ReplyOf<C>> {
  const parsed = call.reply.safeParse(await readJson(response));
  if (parsed.success) return parsed.data as ReplyOf<C>;
  throw new ApiError({
    status: response.status,
    code: 'unexpected_reply',
    message: '',
    cause: parsed.error,
  });
}

/**
 * Makes one call and answers the response itself, for replies that are read as a stream.
 * @throws ApiError when the server refuses
 * @throws NetworkError when no answer arrives
 */
export async function requestApi<C extends Address>(
  call: C,
  options: CallOptions<C> = {},
): Promise<Response> {
  const response = await send(call, options);
  if (response.ok) return response;
  const { code, error } = readRefusal(await readJson(response));
  throw new ApiError({
    status: response.status,
    code,
    message: error,
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
}

async function send<C extends Address>(call: C, options: CallOptions<C>): Promise<Response> {
  const { body, signal } = options;
  const isForm = body instanceof FormData;
  const sendsJson = body !== undefined && !isForm;
  try {
    return await fetch(addressOf(call, options), {
      method: call.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(sendsJson && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: sendsJson ? JSON.stringify(body) : isForm ? body : null,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
}

function addressOf<C extends Address>(call: C, { params = {}, query }: CallOptions<C>): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  if (query === undefined) return path;
  return `${path}?${new URLSearchParams(query)}`;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // A proxy's HTML page or a cut body: the schema refuses it, which names the failure.
    return undefined;
  }
}
