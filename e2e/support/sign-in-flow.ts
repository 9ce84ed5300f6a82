/** What the sign-in provider replies in a flow, as far as tests and measurements look at it. */
export interface FlowReply {
  /** The state in which the flow now is. */
  name: string;
  status: number;
  csrf_token: string;
  payload?: { otp_secret?: string; user?: { emails?: { id: string; address: string }[] } };
  actions: Record<string, { href: string } | undefined>;
  error?: { code: string };
}

/** A flow of the sign-in provider, walked through as the widget does, without a screen. */
export interface SignInFlow {
  /** The newest reply. */
  readonly reply: FlowReply;
  /** Opens `login`, `registration` or `profile`, and says what this browser can do when it is asked. */
  open(flow: string, capabilities?: object): Promise<FlowReply>;
  /** @throws Error when the newest reply does not offer the action. */
  run(action: string, input?: object): Promise<FlowReply>;
}

/** `post` sends one request to a path below the provider's address and returns its reply. */
export function createSignInFlow(
  post: (path: string, body?: object) => Promise<FlowReply>,
): SignInFlow {
  let reply: FlowReply = { name: '', status: 0, csrf_token: '', actions: {} };
  const flow: SignInFlow = {
    get reply() {
      return reply;
    },
    async open(name, capabilities = { webauthn_available: false }) {
      reply = await post(`/${name}`);
      if (reply.name !== 'preflight') return reply;
      return flow.run('register_client_capabilities', capabilities);
    },
    async run(action, input_data = {}) {
      const { actions, csrf_token, name } = reply;
      const href = actions[action]?.href;
      if (href === undefined) throw new Error(`${name} does not offer ${action}.`);
      reply = await post(href, { input_data, csrf_token });
      return reply;
    },
  };
  return flow;
}
