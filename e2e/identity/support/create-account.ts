import type { Product } from '../../support/start-product.ts';
import { createOneTimeCode } from './create-one-time-code.ts';

/** Who signs up, and with what. */
export interface Person {
  email?: string;
  username?: string;
  password?: string;
  /** Sets up an authenticator app where the sign-up asks for a second factor. */
  usesApp?: boolean;
}

/** What the browser of somebody who signed up and accepted the terms knows. */
export interface Account {
  cookies: { name: string; value: string }[];
  /** The code that was mailed, to tell the next one from. */
  code: string;
  /** The secret of the authenticator app, base32. */
  secret: string;
}

interface Reply {
  name: string;
  csrf_token: string;
  payload?: { otp_secret?: string };
  actions: Record<string, { href: string } | undefined>;
}

/** Signs somebody up over HTTP, step by step as the widget would, and accepts the terms. */
export async function createAccount(product: Product, person: Person): Promise<Account> {
  const { email, username, password, usesApp } = person;
  let [token, code, secret] = ['', '', ''];
  const post = async (path: string, body?: object): Promise<Reply> => {
    const response = await fetch(`${product.url}/identity${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    token = response.headers.get('x-auth-token') ?? token;
    return (await response.json()) as Reply;
  };
  let reply = await post('/registration');
  const run = async (action: string, input_data: object = {}) => {
    const href = reply.actions[action]?.href;
    if (href === undefined) throw new Error(`${action} is not offered in ${reply.name}`);
    reply = await post(href, { input_data, csrf_token: reply.csrf_token });
  };
  const answers: Record<string, () => Promise<void>> = {
    preflight: () => run('register_client_capabilities', { webauthn_available: false }),
    registration_init: () => run('register_login_identifier', { email, username }),
    async passcode_confirmation() {
      code = await product.readCode(email ?? '');
      await run('verify_passcode', { code });
    },
    password_creation: () =>
      password ? run('register_password', { new_password: password }) : run('skip'),
    mfa_method_chooser: () => run(usesApp ? 'continue_to_otp_secret_creation' : 'skip'),
    async mfa_otp_secret_creation() {
      secret = reply.payload?.otp_secret ?? '';
      await run('otp_code_verify', { otp_code: createOneTimeCode(secret, Date.now()) });
    },
  };
  while (reply.name !== 'success') {
    const answer = answers[reply.name];
    if (answer === undefined) throw new Error(`the sign-up stands at ${reply.name}`);
    await answer();
  }
  return { cookies: await enterProduct(product, token), code, secret };
}

/** Swaps the provider's token for the product's session and accepts the terms. */
async function enterProduct({ url }: Product, token: string): Promise<Account['cookies']> {
  const entered = await fetch(`${url}/api/hanko/callback`, {
    method: 'POST',
    headers: { cookie: `hanko=${token}` },
  });
  const [own = ''] = entered.headers.getSetCookie();
  const [name = '', value = ''] = own.split(';')[0]?.split('=') ?? [];
  const { user } = (await entered.json()) as { user: { id: string } };
  await fetch(`${url}/api/consent`, {
    method: 'POST',
    headers: { cookie: `${name}=${value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ consent_version: '2025-06-30', user_id: user.id }),
  });
  return [
    { name: 'hanko', value: token },
    { name, value },
  ];
}
