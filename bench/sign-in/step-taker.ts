import type { FastifyInstance } from 'fastify';
import { createSignInFlow, type FlowReply } from '../../e2e/support/sign-in-flow.ts';

/** Everybody sits somewhere else, so that no limit for one address is met. */
const addresses = (function* () {
  for (let index = 0; ; index += 1) yield `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
})();

/** A browser that takes the steps of a flow and notes how long each took, in milliseconds. */
export interface StepTaker {
  open(flow: 'login' | 'registration'): Promise<void>;
  /** @throws Error when the action is not offered or the reply is not in `expected`. */
  take(action: string, input: object, expected: string): Promise<number>;
}

/** Begins without a flow; `open` passes through the preflight, which counts as a step of its own. */
export function createStepTaker(app: FastifyInstance, durations: number[]): StepTaker {
  let newestMs = Number.NaN;
  const remoteAddress = addresses.next().value;
  const flow = createSignInFlow(async (path, body) => {
    const startedAt = performance.now();
    const response = await app.inject({
      method: 'POST',
      url: `/identity${path}`,
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      ...(body ? { payload: body } : {}),
    });
    newestMs = performance.now() - startedAt;
    durations.push(newestMs);
    return response.json<FlowReply>();
  });
  return {
    async open(name) {
      await flow.open(name);
    },
    async take(action, input, expected) {
      const { name } = await flow.run(action, input);
      if (name !== expected) throw new Error(`${action} led to ${name}`);
      return newestMs;
    },
  };
}
