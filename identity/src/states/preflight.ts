import { registerClientCapabilities } from '../actions/register-client-capabilities.ts';
import type { StateDefinition } from '../engine/definitions.ts';

/** The silent first step: the widget says what the browser can do. */
export const preflight: StateDefinition = {
  name: 'preflight',
  payload: () => ({}),
  actions: [registerClientCapabilities],
};
