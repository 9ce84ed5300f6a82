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
  flow = await act(baseUrl, flow, 'register_client_capabilities', { webauthn_available: false });
  flow = await act(baseUrl, flow, 'register_login_identifier', { email });
  const code = await readCode(join(dataDir, 'outbox'));
  const { state, token } = await finish(baseUrl, flow, code);
  if (token === null) throw new Error(`Sign-up ended in ${state.name}.`);

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

async function post(url: string, body?: unknown): Promise<FlowState> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as FlowState;
}

function act(baseUrl: string, flow: FlowState, action: string, input: object) {
  const href = flow.actions[action]?.href;
  if (href === undefined) throw new Error(`No action ${action} in ${flow.name}.`);
  const body = { input_data: input, csrf_token: flow.csrf_token };
  return post(`${baseUrl}/identity${href}`, body);
}

async function finish(baseUrl: string, flow: FlowState, code: string) {
  const href = flow.actions['verify_passcode']?.href;
  const reply = await fetch(`${baseUrl}/identity${href}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input_data: { code }, csrf_token: flow.csrf_token }),
  });
  return { state: (await reply.json()) as FlowState, token: reply.headers.get('x-auth-token') };
}

async function readCode(outbox: string): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).toSorted();
  const mail = await readFile(join(outbox, names.at(-1) ?? ''), 'utf8');
  const code = /^Subject:.*?\b(\d{6})\b/m.exec(mail)?.[1];
  if (code === undefined) throw new Error('The newest mail holds no code.');
  return code;
}
