import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface FlowState {
  name: string;
  csrf_token: string;
  actions: Record<string, { href: string }>;
}

/** A client that has signed up through the provider's flow and accepted the terms. */
export interface SignedInClient {
  userId: string;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  upload(name: string, text: string): Promise<Response>;
}

export async function signUp(
  baseUrl: string,
  account: { email: string; dataDir: string },
): Promise<SignedInClient> {
  const { email, dataDir } = account;
  let flow = await post(`${baseUrl}/identity/registration`);
  flow = await act(baseUrl, flow.state, 'register_client_capabilities', {
    webauthn_available: false,
  });
  flow = await act(baseUrl, flow.state, 'register_login_identifier', { email });
  const code = await readCode(join(dataDir, 'outbox'));
  let step = await act(baseUrl, flow.state, 'verify_passcode', { code });
  // What else the provider offers at sign-up is not needed here.
  while (step.token === null) step = await act(baseUrl, step.state, 'skip', {});
  const { token } = step;

  const callback = await fetch(`${baseUrl}/api/hanko/callback`, {
    method: 'POST',
    headers: { cookie: `hanko=${token}` },
  });
  const { user } = (await callback.json()) as { user: { id: string } };
  const session = callback.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const headers = { cookie: `${session}; hanko=${token}` };
  const client: SignedInClient = {
    userId: user.id,
    call: (method, path, body) =>
      fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    upload(name, text) {
      const form = new FormData();
      form.set('file', new Blob([text], { type: 'text/plain' }), name);
      return fetch(`${baseUrl}/api/admin/docs/upload`, { method: 'POST', headers, body: form });
    },
  };
  await client.call('POST', '/api/consent', { consent_version: '2025-06-30', user_id: user.id });
  return client;
}

interface Step {
  state: FlowState;
  /** The session's token, once the flow has succeeded. */
  token: string | null;
}

async function post(url: string, body?: unknown): Promise<Step> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const state = (await reply.json()) as FlowState;
  return { state, token: reply.headers.get('x-auth-token') };
}

function act(baseUrl: string, state: FlowState, action: string, input: object): Promise<Step> {
  const href = state.actions[action]?.href;
  if (href === undefined) throw new Error(`No action ${action} in ${state.name}.`);
  const body = { input_data: input, csrf_token: state.csrf_token };
  return post(`${baseUrl}/identity${href}`, body);
}

async function readCode(outbox: string): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => /^[^.].*\.eml$/.test(name)).toSorted();
  const mail = await readFile(join(outbox, names.at(-1) ?? ''), 'utf8');
  const code = /^Subject:.*?\b(\d{6})\b/m.exec(mail)?.[1];
  if (code === undefined) throw new Error('The newest mail holds no code.');
  return code;
}
