import { createOneTimeCode } from './create-one-time-code.ts';

/** Who signs up, and with what. */
export interface NewPerson {
  email?: string;
  username?: string;
  password?: string;
  /** Sets up an authenticator app where the sign-up asks for a second factor. */
  usesApp?: boolean;
}

/** A new person with both sessions: the provider's, and the product's. */
export interface SignedUp {
  userId: string;
  /** Cookies by name, as a browser keeps them. */
  cookies: Record<string, string>;
  /** The code that was mailed. */
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

/**
 * Signs somebody up as the widget does, call by call, and opens the product's session. It takes a
 * tenth of a second; a browser that only needs somebody to be in need not draw the widget for it.
 * What the sign-up offers and the person does not bring is skipped. `readCode` answers the
 * passcode that was mailed to an address.
 */
export async function signUpOverHttp(
  baseUrl: string,
  { email = '', username, password, usesApp }: NewPerson,
  readCode: (email: string) => Promise<string>,
): Promise<SignedUp> {
  const flow = await openFlow(`${baseUrl}/identity`, '/registration');
  let [code, secret] = ['', ''];
  const answers: Record<string, () => Promise<void>> = {
    preflight: () => flow.run('register_client_capabilities', { webauthn_available: false }),
    registration_init: () =>
      flow.run('register_login_identifier', { ...(email && { email }), username }),
    async passcode_confirmation() {
      code = await readCode(email);
      await flow.run('verify_passcode', { code });
    },
    password_creation: () =>
      password ? flow.run('register_password', { new_password: password }) : flow.run('skip'),
    mfa_method_chooser: () => flow.run(usesApp ? 'continue_to_otp_secret_creation' : 'skip'),
    async mfa_otp_secret_creation() {
      secret = flow.reply.payload?.otp_secret ?? '';
      await flow.run('otp_code_verify', { otp_code: createOneTimeCode(secret, Date.now()) });
    },
  };
  while (flow.reply.name !== 'success') {
    const answer = answers[flow.reply.name];
    if (answer === undefined) throw new Error(`The sign-up stands at ${flow.reply.name}.`);
    await answer();
  }
  return { ...(await openSession(baseUrl, flow.token)), code, secret };
}

/** A flow of the provider at its newest reply. */
async function openFlow(providerUrl: string, path: string) {
  const post = async (href: string, body?: object): Promise<void> => {
    const response = await fetch(`${providerUrl}${href}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    flow.token = response.headers.get('x-auth-token') ?? '';
    flow.reply = (await response.json()) as Reply;
  };
  const flow = {
    reply: { name: '', csrf_token: '', actions: {} } as Reply,
    /** The provider's session token, once the flow has succeeded. */
    token: '',
    async run(action: string, input_data: object = {}): Promise<void> {
      const { actions, csrf_token, name } = flow.reply;
      const href = actions[action]?.href;
      if (href === undefined) throw new Error(`No action ${action} in ${name}.`);
      await post(href, { input_data, csrf_token });
    },
  };
  await post(path);
  return flow;
}

async function openSession(
  baseUrl: string,
  token: string,
): Promise<Pick<SignedUp, 'userId' | 'cookies'>> {
  const callback = await fetch(`${baseUrl}/api/hanko/callback`, {
    method: 'POST',
    headers: { cookie: `hanko=${token}` },
  });
  if (!callback.ok) throw new Error(`The product answered the sign-in with ${callback.status}.`);
  const { user } = (await callback.json()) as { user: { id: string } };
  const [name = '', value = ''] =
    callback.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  return { userId: user.id, cookies: { hanko: token, [name]: value } };
}
