import type { FastifyInstance } from 'fastify';

interface Envelope {
  name: string;
  status: number;
  csrf_token: string;
  actions: Record<string, { href: string }>;
}

/** Everybody sits somewhere else, so that no limit for one address is met. */
const addresses = (function* () {
  for (let index = 0; ; index += 1) yield `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
})();

/** A browser that takes the steps of a flow and notes how long each took, in milliseconds. */
export interface StepTaker {
  open(flow: 'login' | 'registration'): Promise<number>;
  /** @throws Error when the action is not offered or the reply is not in `expected`. */
  take(action: string, input: object, expected: string): Promise<number>;
}

/** Begins without a flow; `open` passes through the preflight, which counts as a step of its own. */
export function createStepTaker(app: FastifyInstance, durations: number[]): StepTaker {
  let shown: Envelope | undefined;
  const remoteAddress = addresses.next().value;
  const post = async (path: string, body?: object): Promise<number> => {
    const startedAt = performance.now();
    const response = await app.inject({
      method: 'POST',
      url: `/identity${path}`,
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      ...(body ? { payload: body } : {}),
    });
    const ms = performance.now() - startedAt;
    durations.push(ms);
    shown = response.json<Envelope>();
    return ms;
  };
  const taker: StepTaker = {
    async open(flow) {
      await post(`/${flow}`);
      return taker.take(
        'register_client_capabilities',
        { webauthn_available: false },
        `${flow}_init`,
      );
    },
    async take(action, input, expected) {
      const href = shown?.actions[action]?.href;
      if (href === undefined) throw new Error(`${shown?.name} does not offer ${action}`);
      const ms = await post(href, { input_data: input, csrf_token: shown?.csrf_token });
      if (shown?.name !== expected) throw new Error(`${action} led to ${shown?.name}`);
      return ms;
    },
  };
  return taker;
}
