import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ThirdPartyAccount } from '../../engine/flow-record.ts';
import type { IdentityRuntime } from '../../identity-runtime.ts';
import type { ExchangeTokenStore } from '../../store/exchange-token-store.ts';

const tokenBytes = 32;
const lifetimeSeconds = 60;
const purpose = 'third-party-result';

const result = z.object({
  account: z.object({
    provider: z.string(),
    subject: z.string(),
    email: z.string().optional(),
    emailVerified: z.boolean(),
  }),
  binding: z.string(),
  linkTo: z.uuid().optional(),
});

/** Who came back from a provider, and who may fetch it. */
export type RoundTripResult = {
  account: ThirdPartyAccount;
  /** Digest of the verifier or cookie that the browser has to show. */
  binding: string;
  linkTo?: string;
};

type Keys = Pick<IdentityRuntime, 'seal' | 'digest'>;

/** Keeps a result for 60 seconds and answers the token that fetches it. */
export async function keepResult(
  { seal, digest }: Keys,
  store: ExchangeTokenStore,
  kept: RoundTripResult & { now: Date },
): Promise<string> {
  const { now, ...content } = kept;
  const token = randomBytes(tokenBytes).toString('base64url');
  await store.add({
    digest: digest(`exchange:${token}`),
    sealed: seal.close(JSON.stringify(content), purpose),
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
  });
  return token;
}

/**
 * Fetches a result once. Undefined for an unknown, used or expired token and when none of `proofs`
 * is what the way began with.
 */
export async function takeResult(
  { seal, digest }: Keys,
  store: ExchangeTokenStore,
  given: { token: string; proofs: string[]; now: Date },
): Promise<RoundTripResult | undefined> {
  const sealed = await store.take(digest(`exchange:${given.token}`), given.now);
  const text = sealed && seal.open(sealed, purpose);
  if (!text) return undefined;
  const found = result.parse(JSON.parse(text));
  return given.proofs.some((proof) => bindingOf(digest, proof) === found.binding)
    ? found
    : undefined;
}

/** What is kept of a verifier or cookie. */
export function bindingOf(digest: (text: string) => string, proof: string): string {
  return digest(`exchange-binding:${proof}`);
}
