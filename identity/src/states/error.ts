import type { StateDefinition } from '../engine/definitions.ts';

/** The end of a flow that failed. */
export const error: StateDefinition = { name: 'error', payload: () => ({}), actions: [] };
