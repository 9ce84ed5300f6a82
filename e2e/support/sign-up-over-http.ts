interface FlowState {
  name: string;
  csrf_token: string;
  actions: Record<string, { href: string }>;
}

interface FlowStep {
  state: FlowState;
  /** The provider's session token, once the flow has succeeded. */
  token: string | null;
}

/** A new person with both sessions: the provider's, and the product's. */
export interface SignedUp {
  userId: string;
  /** Cookies by name, as a browser keeps them. */
  cookies: Record<string, string>;
}

/**
 * Signs somebody up as the widget does, call by call, and opens the product's session. It takes a
 * tenth of a second; a browser that only needs somebody to be in need not draw the widget for it.
 * `readCode` answers the passcode that was mailed.
 */
export async function signUpOverHttp(
  baseUrl: string,
  email: string,
  readCode: () => Promise<string>,
): Promise<SignedUp> {
  let step = await post(`${baseUrl}/identity/registration`);
  const act = async (action: string, input: object) => {
    const { actions, csrf_token, name } = step.state;
    const href = actions[action]?.href;
    if (href === undefined) throw new Error(`No action ${action} in ${name}.`);
    step = await post(`${baseUrl}/identity${href}`, { input_data: input, csrf_token });
  };
  await act('register_client_capabilities', { webauthn_available: false });
  await act('register_login_identifier', { email });
  await act('verify_passcode', { code: await readCode() });
  // What else the provider offers at sign-up is not needed here.
  while (step.token === null) await act('skip', {});
  return openSession(baseUrl, step.token);
}

async function openSession(baseUrl: string, token: string): Promise<SignedUp> {
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

async function post(url: string, body?: unknown): Promise<FlowStep> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const state = (await reply.json()) as FlowState;
  return { state, token: reply.headers.get('x-auth-token') };
}
