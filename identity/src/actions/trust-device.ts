import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { nextCommitted } from '../engine/outcome.ts';
import { trustDevice as trust } from '../services/device-trust.ts';

/** 'Trust this browser': it is not asked for the second factor again. */
export const trustDevice: ActionDefinition = {
  name: 'trust_device',
  description: 'Trust this browser.',
  enabled: () => true,
  inputs: () => ({}),
  async run(ctx) {
    await trust(ctx, accountOf(ctx).id);
    return nextCommitted();
  },
};
