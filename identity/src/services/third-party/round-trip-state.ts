import { z } from 'zod';
import type { Seal } from '../seal.ts';

const lifetimeSeconds = 5 * 60;
const purpose = 'third-party-state';

/** What travels through the browser and the provider, sealed, and comes back unchanged. */
const roundTripState = z.object({
  provider: z.string(),
  redirectTo: z.url(),
  nonce: z.string(),
  /** PKCE verifier of the request to the provider. */
  verifier: z.string(),
  /** Digest of what the browser has to show when it fetches the result. */
  binding: z.string(),
  /** True: what it shows is our cookie; the widget had no verifier. */
  byCookie: z.boolean(),
  /** The account to connect to, when the way began on the account page. */
  linkTo: z.uuid().optional(),
  /** The institution began; the widget is told by a hint in the address. */
  unsolicited: z.boolean().optional(),
  expiresAt: z.number(),
});

/** One way to a provider and back. */
export type RoundTripState = z.output<typeof roundTripState>;

/** Seals a state for five minutes. */
export function sealState(seal: Seal, state: Omit<RoundTripState, 'expiresAt'>, now: Date): string {
  const expiresAt = now.getTime() + lifetimeSeconds * 1000;
  return seal.close(JSON.stringify({ ...state, expiresAt }), purpose);
}

/** Undefined for whatever is not a living state of ours. */
export function openState(seal: Seal, sealed: string, now: Date): RoundTripState | undefined {
  const text = seal.open(sealed, purpose);
  if (text === undefined) return undefined;
  const state = roundTripState.parse(JSON.parse(text));
  return state.expiresAt > now.getTime() ? state : undefined;
}
