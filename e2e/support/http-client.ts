import { CONSENT_VERSION } from '@pathway/contract/limits';
import { once } from 'node:events';
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type RequestOptions,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { createOneTimeCode } from './create-one-time-code.ts';
import { createSignInFlow, type FlowReply, type SignInFlow } from './sign-in-flow.ts';

/** Where a client's calls come from. */
interface Origin {
  /** One of 127.0.0.0/8, each of which counts as a network of its own. */
  localAddress?: string;
  /** The visitor whom a proxy names; the product must trust its proxy on loopback. */
  forwardedFor?: string;
}

/** A reply that has come to its end; what it holds is read as from a `Response`. */
interface HttpReply extends Pick<Response, 'status' | 'ok' | 'text'> {
  headers: IncomingHttpHeaders;
  json(): Promise<unknown>;
}

/** A browser without a screen: it keeps cookies, and walks through sign-in flows. */
export interface HttpClient extends SignInFlow {
  /** The provider's session token; empty before a flow has succeeded. */
  readonly token: string;
  /** The body goes as JSON, a form as a form. */
  call(method: string, path: string, body?: object): Promise<HttpReply>;
  /** Ends its connections; those that nothing passes on keep no program alive. */
  close(): void;
}

/** Who signs up, and with what. */
export interface NewPerson {
  email?: string;
  username?: string;
  password?: string;
  /** Sets up an authenticator app where the sign-up asks for a second factor. */
  usesApp?: boolean;
}

/** The client of a new person with both sessions: the provider's, and the product's. */
export interface SignedUp extends HttpClient {
  userId: string;
  /** The cookies of both sessions by name; the provider's token is `hanko`. */
  cookies: Record<string, string>;
  /** The code that was mailed. */
  code: string;
  /** The secret of the authenticator app, base32. */
  secret: string;
  /** Accepts the terms, without which there is neither chat nor account page. */
  acceptTerms(): Promise<void>;
  /** Asks in the chat. @returns what was streamed, as it came. */
  ask(question: string): Promise<string>;
}

export function createHttpClient({ url }: { url: string }, origin: Origin = {}): HttpClient {
  const { localAddress, forwardedFor } = origin;
  // A kept connection may be closed by the server just as the next call is sent on it. Whoever has
  // an address of its own calls without a pause, and is measured as a browser, which keeps its own.
  const agent = new Agent(localAddress ? { keepAlive: true, localAddress, family: 4 } : {});
  const cookies: Record<string, string> = {};

  async function call(method: string, path: string, body?: object): Promise<HttpReply> {
    const content = body === undefined ? undefined : await writeBody(body);
    const headers = {
      cookie: writeCookies(cookies),
      ...content?.headers,
      ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
    };
    const reply = await send(`${url}${path}`, { agent, method, headers }, content?.bytes);
    Object.assign(cookies, ...(reply.headers['set-cookie'] ?? []).map(readCookie));
    return reply;
  }

  const flow = createSignInFlow(async (path, body) => {
    const reply = await call('POST', `/identity${path}`, body);
    const token = reply.headers['x-auth-token'];
    if (typeof token === 'string') cookies['hanko'] = token;
    return (await reply.json()) as FlowReply;
  });
  return {
    get reply() {
      return flow.reply;
    },
    get token() {
      return cookies['hanko'] ?? '';
    },
    open: flow.open,
    run: flow.run,
    call,
    close: () => agent.destroy(),
  };
}

/**
 * Signs somebody up as the widget does, call by call, and opens the product's session. It takes a
 * tenth of a second; a browser that only needs somebody to be in need not draw the widget for it.
 * What the sign-up offers and the person does not bring is skipped. `readCode` returns the passcode
 * that was mailed to an address.
 */
export async function signUpOverHttp(
  product: { url: string; readCode(email: string): Promise<string> },
  { email = '', username, password, usesApp }: NewPerson,
  origin: Origin = {},
): Promise<SignedUp> {
  const client = createHttpClient(product, origin);
  let [code, secret] = ['', ''];
  const steps: Record<string, () => Promise<FlowReply>> = {
    registration_init: () =>
      client.run('register_login_identifier', { ...(email && { email }), username }),
    async passcode_confirmation() {
      code = await product.readCode(email);
      return client.run('verify_passcode', { code });
    },
    password_creation: () =>
      password ? client.run('register_password', { new_password: password }) : client.run('skip'),
    mfa_method_chooser: () => client.run(usesApp ? 'continue_to_otp_secret_creation' : 'skip'),
    mfa_otp_secret_creation() {
      secret = client.reply.payload?.otp_secret ?? '';
      return client.run('otp_code_verify', { otp_code: createOneTimeCode(secret, Date.now()) });
    },
  };
  await client.open('registration');
  while (client.reply.name !== 'success') {
    const take = steps[client.reply.name];
    if (take === undefined) throw new Error(`The sign-up stands at ${client.reply.name}.`);
    await take();
  }
  return Object.assign(client, { ...(await openSession(client)), code, secret });
}

/** Swaps the provider's token for the product's session. */
async function openSession(
  client: HttpClient,
): Promise<Pick<SignedUp, 'userId' | 'cookies' | 'acceptTerms' | 'ask'>> {
  const callback = await client.call('POST', '/api/hanko/callback');
  if (!callback.ok) throw new Error(`The product replied to the sign-in with ${callback.status}.`);
  const { user } = (await callback.json()) as { user: { id: string } };
  const [session] = (callback.headers['set-cookie'] ?? []).map(readCookie);
  return {
    userId: user.id,
    cookies: { hanko: client.token, ...session },
    async acceptTerms() {
      const consent = { consent_version: CONSENT_VERSION, user_id: user.id };
      const reply = await client.call('POST', '/api/consent', consent);
      if (!reply.ok) throw new Error(`The product replied to the consent with ${reply.status}.`);
    },
    async ask(question) {
      const reply = await client.call('POST', '/api/chat', {
        messages: [{ role: 'user', content: question }],
        session_id: 'session-0001',
        user_id: user.id,
      });
      if (!reply.ok) throw new Error(`The product replied to the question with ${reply.status}.`);
      return reply.text();
    },
  };
}

/** A form with its boundary, anything else as JSON. */
async function writeBody(body: object) {
  if (!(body instanceof FormData)) {
    return { headers: { 'content-type': 'application/json' }, bytes: JSON.stringify(body) };
  }
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { headers: { 'content-type': type }, bytes: Buffer.from(await form.arrayBuffer()) };
}

/** Over a connection of an agent, which `fetch` can't be given. */
async function send(
  url: string,
  options: RequestOptions,
  body: string | Buffer = '',
): Promise<HttpReply> {
  const call = request(url, options);
  call.end(body);
  const [reply] = (await once(call, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = reply;
  const content = await text(reply);
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    text: () => Promise.resolve(content),
    json: async () => JSON.parse(content) as unknown,
  };
}

/** Name and value of a `Set-Cookie` line. */
function readCookie(line: string): Record<string, string> {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  return { [name]: value };
}

/** The header that carries these cookies. */
export function writeCookies(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}
