import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { IdentityConfig, ThirdPartyProvider } from '../../config.ts';
import { type ActionDefinition, next, type Outcome, reject } from '../../engine/definitions.ts';
import { serverCookie } from '../../engine/envelope.ts';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { type ActionInput, type InputTable, textOf } from '../../engine/input.ts';
import type { IdentityRuntime } from '../../engine/runtime.ts';
import type { StateName } from '../../store/flow-record.ts';
import type { Seal } from '../../store/secrets.ts';

/** A provider's button on the sign-in and sign-up screens. */
export const thirdPartyOauth: ActionDefinition = {
  name: 'thirdparty_oauth',
  description: 'Sign in with an account at a provider.',
  enabled: ({ runtime: { config } }) => config.thirdParty.providers.length > 0,
  inputs: ({ runtime: { config } }) => thirdPartyInputs(config.thirdParty.providers),
  run: (ctx, input) => followThirdParty(ctx, input),
};

const VERIFIER_FORM = /^[\w.~-]{43,128}$/;

/** What the widget sends when somebody presses a provider's button. */
export function thirdPartyInputs(providers: ThirdPartyProvider[]): InputTable {
  return {
    redirect_to: { type: 'string', required: true, hidden: true },
    provider: {
      type: 'string',
      required: true,
      hidden: true,
      allowed_values: providers.map(({ id, name }) => ({ value: id, name })),
    },
    code_verifier: { type: 'string', hidden: true },
  };
}

/** Goes to the chosen provider, unless the way back leads to a foreign page. */
export function followThirdParty(
  ctx: FlowContext,
  input: ActionInput,
  after: StateName[] = [],
): Outcome {
  const chosen = textOf(input, 'provider');
  const provider = ctx.runtime.config.thirdParty.providers.find(({ id }) => id === chosen);
  const redirectTo = readRedirect(ctx.runtime, textOf(input, 'redirect_to'));
  const codeVerifier = textOf(input, 'code_verifier') || undefined;
  if (!provider) return reject({ provider: 'value_invalid_error' });
  if (redirectTo === undefined) return reject({ redirect_to: 'value_invalid_error' });
  if (codeVerifier !== undefined && !VERIFIER_FORM.test(codeVerifier)) {
    return reject({ code_verifier: 'value_invalid_error' });
  }
  return goToProvider(ctx, provider, { redirectTo, codeVerifier, after });
}

interface Way {
  redirectTo?: string;
  codeVerifier?: string;
  after?: StateName[];
}

/** Sends the browser to a provider and waits for it in `thirdparty`; by default back to the login page. */
export function goToProvider(
  ctx: FlowContext,
  provider: ThirdPartyProvider,
  { redirectTo = `${ctx.runtime.publicUrl}/login`, codeVerifier, after = [] }: Way = {},
): Outcome {
  const { url, cookie } = leaveForProvider(ctx.runtime, {
    provider,
    redirectTo,
    codeVerifier,
    linkTo: ctx.session ? ctx.account?.id : undefined,
  });
  if (cookie) ctx.cookies.push(cookie);
  dataOf(ctx).redirectUrl = url;
  return next('thirdparty', ...after);
}

/** Binds a round trip to the browser when the widget has no verifier for it. */
export const BINDING_COOKIE = 'hanko_thirdparty_state';

const COOKIE_SECONDS = 5 * 60;
const WIDGET_PARAMETERS = ['hanko_token', 'error', 'error_description', 'saml_hint'];

/** How a round trip begins. */
interface Departure {
  provider: ThirdPartyProvider;
  /** Checked by {@link readRedirect}. */
  redirectTo: string;
  /** The widget's PKCE verifier. */
  codeVerifier?: string;
  linkTo?: string;
  unsolicited?: boolean;
}

/**
 * The address that takes the browser to a provider: one of ours, because finding out the
 * provider's own may need the network. `cookie` is to be set when the widget had no verifier.
 */
export function leaveForProvider(
  runtime: Pick<IdentityRuntime, 'seal' | 'digest' | 'clock' | 'tokens' | 'secureCookies'>,
  { provider, redirectTo, codeVerifier, linkTo, unsolicited }: Departure,
): { url: string; cookie?: string } {
  const secret = randomBytes(32).toString('base64url');
  const state = sealState(
    runtime.seal,
    {
      provider: provider.id,
      redirectTo,
      nonce: randomBytes(32).toString('base64url'),
      verifier: codeVerifier ?? randomBytes(32).toString('base64url'),
      binding: bindingOf(runtime.digest, codeVerifier ?? secret),
      byCookie: codeVerifier === undefined,
      linkTo,
      unsolicited,
    },
    runtime.clock.now(),
  );
  const url = `${runtime.tokens.issuer}/thirdparty/authorize?state=${state}`;
  if (codeVerifier !== undefined) return { url };
  const bound = { name: BINDING_COOKIE, value: secret, maxAgeSeconds: COOKIE_SECONDS };
  return { url, cookie: serverCookie(runtime, bound) };
}

/**
 * Where a person may be sent back to, without what an earlier round trip has left in the address:
 * addresses on the product's own origin and those configured. Undefined for any other.
 */
export function readRedirect(
  runtime: { publicUrl: string; config: IdentityConfig },
  text: string,
): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const allowed = [runtime.publicUrl, ...runtime.config.thirdParty.redirectOrigins];
  const known = allowed.some((address) => new URL(address).origin === url.origin);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || !known || url.username !== '' || url.password !== '') return undefined;
  for (const name of WIDGET_PARAMETERS) url.searchParams.delete(name);
  return url.href;
}

/** The provider whose domain an address belongs to, if any: single sign-on by institution. */
export function findProviderOf(
  config: IdentityConfig,
  address: string,
): ThirdPartyProvider | undefined {
  const domain = address.split('@')[1] ?? '';
  return config.thirdParty.providers.find(({ domains }) => domains.includes(domain));
}

/** What is kept of a verifier or cookie. */
export function bindingOf(digest: (text: string) => string, proof: string): string {
  return digest(`exchange-binding:${proof}`);
}

const STATE_SECONDS = 5 * 60;
const SEAL_PURPOSE = 'third-party-state';

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
function sealState(seal: Seal, state: Omit<RoundTripState, 'expiresAt'>, now: Date): string {
  const expiresAt = now.getTime() + STATE_SECONDS * 1000;
  return seal.close(JSON.stringify({ ...state, expiresAt }), SEAL_PURPOSE);
}

/** Undefined for whatever is not a living state of ours. */
export function openState(seal: Seal, sealed: string, now: Date): RoundTripState | undefined {
  const text = seal.open(sealed, SEAL_PURPOSE);
  if (text === undefined) return undefined;
  const state = roundTripState.parse(JSON.parse(text));
  return state.expiresAt > now.getTime() ? state : undefined;
}
