import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const input = z.looseObject({
  name: z.string(),
  type: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  allowed_values: z.array(z.object({ value: z.string(), name: z.string() })).optional(),
});

/** What the widget demands of a reply on a flow address; parsing fails on anything else. */
const envelope = z.strictObject({
  name: z.string(),
  status: z.int(),
  payload: z.record(z.string(), z.unknown()).optional(),
  csrf_token: z.string(),
  actions: z.record(
    z.string(),
    z.strictObject({
      action: z.string(),
      href: z.string(),
      description: z.string(),
      inputs: z.record(z.string(), input),
    }),
  ),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  links: z.null(),
});

/** A checked reply; `headers` as they came. */
export interface Reply extends z.output<typeof envelope> {
  headers: Record<string, string | string[] | number | undefined>;
}

/** Checks a raw response as strictly as the widget relies on it. */
export function readReply(response: {
  statusCode: number;
  body: string;
  headers: Reply['headers'];
}): Reply {
  const parsed = envelope.parse(JSON.parse(response.body));
  if (parsed.status !== response.statusCode) throw new Error('status differs from HTTP status');
  if (parsed.name !== 'error' && !parsed.payload) throw new Error('no payload');
  return { ...parsed, headers: response.headers };
}

/** Does over HTTP what the widget does: follows hrefs with the newest csrf token. */
export interface WidgetClient {
  token?: string;
  /** What the browser keeps besides the token. */
  cookies: Map<string, string>;
  reply: Reply;
  open(flow: string): Promise<Reply>;
  /** Opens a flow and steps through `preflight`, by default with passkeys by autofill. */
  begin(flow: string, capabilities?: Capabilities): Promise<Reply>;
  /** Says what the browser can do. */
  pass(capabilities?: Capabilities): Promise<Reply>;
  run(action: string, inputData?: object): Promise<Reply>;
  /** Runs an action of an older reply. */
  replay(older: Reply, action: string, inputData?: object): Promise<Reply>;
  get(path: string): Promise<{ status: number; body: unknown }>;
  /** Follows a navigation to the provider; returns where it leads. */
  navigate(path: string): Promise<{ status: number; location: string }>;
  post(path: string, body?: object): Promise<{ status: number; body: unknown; cookie?: unknown }>;
}

/** What a browser can do. */
export interface Capabilities {
  webauthn: boolean;
  autofill?: boolean;
  platform?: boolean;
}

/** A browser with its own cookie and address, talking to the provider under `/identity`. */
export function createWidgetClient(
  app: FastifyInstance,
  remoteAddress = '127.0.0.1',
): WidgetClient {
  const headers = () => ({
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'x-language': 'en',
    ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const response = await app.inject({
      method,
      url: `/identity${path}`,
      headers: headers(),
      payload,
      remoteAddress,
    });
    for (const { name, value } of response.cookies) client.cookies.set(name, value);
    return response;
  };
  const step = async (path: string, payload?: object) => {
    client.reply = readReply(await call('POST', path, payload));
    const token = client.reply.headers['x-auth-token'];
    if (typeof token === 'string') client.token = token;
    return client.reply;
  };
  const client: WidgetClient = {
    cookies: new Map(),
    reply: { name: '', status: 0, csrf_token: '', actions: {}, links: null, headers: {} },
    open: (flow) => step(`/${flow}`),
    async begin(flow, capabilities) {
      await step(`/${flow}`);
      return client.pass(capabilities);
    },
    pass: ({ webauthn, autofill, platform } = { webauthn: true, autofill: true }) =>
      client.run('register_client_capabilities', {
        webauthn_available: webauthn,
        webauthn_conditional_mediation_available: autofill ?? false,
        webauthn_platform_authenticator_available: platform ?? false,
      }),
    run: (action, inputData = {}) => client.replay(client.reply, action, inputData),
    replay(older, action, inputData = {}) {
      const href = older.actions[action]?.href;
      if (href === undefined) throw new Error(`${action} is not enabled in ${older.name}`);
      return step(href, { input_data: inputData, csrf_token: older.csrf_token });
    },
    async get(path) {
      const response = await call('GET', path);
      return { status: response.statusCode, body: response.json() };
    },
    async navigate(path) {
      const { statusCode: status, headers: received } = await call('GET', path);
      return { status, location: String(received.location) };
    },
    async post(path, body) {
      const response = await call('POST', path, body);
      const { statusCode: status, headers: received } = response;
      const parsed: unknown = response.body === '' ? undefined : response.json();
      return { status, body: parsed, cookie: received['set-cookie'] };
    },
  };
  return client;
}
