import type { Client } from '../engine/flow-context.ts';

/** Who sends a request: the tokens to try, in this order, and where it comes from. */
export type Caller = { tokens: string[]; client: Client };
