import type { AcceptedOf, BodyOf, Call, QueryOf } from '@pathway/contract/call';
import type { ErrorReply } from '@pathway/contract/error-reply';

/** Where a call goes; its parsers may still be on their way. */
type Address = Pick<Call, 'method' | 'path'>;

interface CallOptions<C extends Address> {
  /** Values of the `:name` parts of the path. */
  params?: Record<string, string>;
  query?: QueryOf<C>;
  /** JSON as the contract has it, or a form for an upload. */
  body?: BodyOf<C> | FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Makes one call of the contract and gives what a reader accepts of its reply: nothing for a call
 * whose success says everything, whatever its body holds.
 * @throws ApiError when the server refuses or replies something that no reader accepts
 * @throws NetworkError when no reply arrives
 */
export async function callApi<C extends Call>(
  call: C,
  options: CallOptions<C> = {},
): Promise<AcceptedOf<C>> {
  return readReply(call, await requestApi(call, options));
}

/**
 * What a reader accepts of the response to a call.
 * @throws ApiError when it is something that no reader accepts
 */
export async function readReply<C extends Call>(
  call: C,
  response: Response,
): Promise<AcceptedOf<C>> {
  if (call.accepts === undefined) return undefined as AcceptedOf<C>;
  const parsed = call.accepts.safeParse(await readJson(response));
  if (parsed.success) return parsed.data as AcceptedOf<C>;
  throw new ApiError({
    status: response.status,
    code: 'unexpected_reply',
    message: '',
    cause: parsed.error,
  });
}

/**
 * Makes one call and returns the response itself, for replies that are read as a stream.
 * @throws ApiError when the server refuses
 * @throws NetworkError when no reply arrives
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

/** The address of a call, for what the browser itself follows. */
export function addressOf<C extends Address>(
  call: C,
  { params = {}, query }: CallOptions<C>,
): string {
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
    // A proxy's HTML page or a cut body: no reader accepts it, which names the failure.
    return undefined;
  }
}

/**
 * Code and text of a failed call's body: 'unknown' where it names no code, '' where it has no text
 * that a person could read. The specification promises the text alone. Written out, since the first
 * page needs it and not yet the contract's parsers.
 */
export function readRefusal(body: unknown): Pick<ErrorReply, 'code' | 'error'> {
  const { code, error }: { code?: unknown; error?: unknown } = Object(body);
  return {
    code: typeof code === 'string' && code !== '' ? code : 'unknown',
    error: typeof error === 'string' ? error.trim() : '',
  };
}

/** The seconds that a `Retry-After` header asks for, written as seconds or as a date; else null. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds > 0 ? Math.ceil(seconds) : null;
  const waitMs = Date.parse(header) - nowMs;
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null;
}

/**
 * The server replied with a refusal. `message` is the server's text, possibly '';
 * `retryAfterSeconds` says how long to wait when the server did.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    retryAfterSeconds?: number | null;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }
}

/** No reply arrived at all: the network or the server is gone. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
  }
}

/** Whether a call failed because what it was about is no longer there: somebody else took it away. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
