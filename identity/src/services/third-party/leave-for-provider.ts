import { randomBytes } from 'node:crypto';
import type { IdentityConfig, ThirdPartyProvider } from '../../config.ts';
import { serverCookie } from '../../engine/cookies.ts';
import type { IdentityRuntime } from '../../identity-runtime.ts';
import { bindingOf } from './exchange-tokens.ts';
import { sealState } from './round-trip-state.ts';

/** Binds a round trip to the browser when the widget has no verifier for it. */
export const bindingCookieName = 'hanko_thirdparty_state';

const cookieSeconds = 5 * 60;
const widgetParameters = ['hanko_token', 'error', 'error_description', 'saml_hint'];

/** How a round trip begins. */
type Departure = {
  provider: ThirdPartyProvider;
  /** Checked by {@link readRedirect}. */
  redirectTo: string;
  /** The widget's PKCE verifier. */
  codeVerifier?: string;
  linkTo?: string;
  unsolicited?: boolean;
};

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
  const bound = { name: bindingCookieName, value: secret, maxAgeSeconds: cookieSeconds };
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
  for (const name of widgetParameters) url.searchParams.delete(name);
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
