import type { ActionDefinition } from '../engine/definitions.ts';
import { restart } from '../engine/outcome.ts';
import { goBack } from './go-back.ts';

/** Back from the question of trust: right after a second factor that means signing in anew. */
export const leaveDeviceTrust: ActionDefinition = {
  ...goBack,
  enabled: () => true,
  run: (ctx, input) => (goBack.enabled(ctx) ? goBack.run(ctx, input) : restart('login')),
};
