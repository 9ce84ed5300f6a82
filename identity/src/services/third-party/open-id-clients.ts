import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  discovery,
  fetchUserInfo,
  None,
  type Configuration,
} from 'openid-client';
import { z } from 'zod';
import { isLoopback, type ThirdPartyProvider } from '../../config.ts';
import type { ThirdPartyAccount } from '../../engine/flow-record.ts';

const timeoutSeconds = 10;

/** What is kept between the way to a provider and the way back. */
export type RoundTrip = { state: string; nonce: string; verifier: string };

/** Speaks OpenID Connect with the configured providers: authorization code with PKCE (S256). */
export type OpenIdClients = {
  /** Where the browser has to go. @throws when the provider cannot be reached. */
  begin(provider: ThirdPartyProvider, trip: RoundTrip): Promise<URL>;
  /** Swaps the code in the callback's query for who came back. @throws on any mismatch. */
  finish(provider: ThirdPartyProvider, query: string, trip: RoundTrip): Promise<ThirdPartyAccount>;
};

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  // Some providers write the boolean as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
});

/** Discovers each provider when it is first needed. `redirectUri` is our callback address. */
export function createOpenIdClients(redirectUri: string): OpenIdClients {
  const discovered = new Map<string, Promise<Configuration>>();

  function configurationOf(provider: ThirdPartyProvider): Promise<Configuration> {
    const known = discovered.get(provider.id);
    if (known) return known;
    const discovering = discover(provider);
    discovered.set(provider.id, discovering);
    discovering.catch(() => discovered.delete(provider.id));
    return discovering;
  }

  return {
    async begin(provider, { state, nonce, verifier }) {
      return buildAuthorizationUrl(await configurationOf(provider), {
        ...provider.parameters,
        redirect_uri: redirectUri,
        scope: provider.scope,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },

    async finish(provider, query, { state, nonce, verifier }) {
      const configuration = await configurationOf(provider);
      const tokens = await authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri}?${query}`),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        },
      );
      const known = claims.parse(tokens.claims());
      const asksForMore =
        known.email === undefined && configuration.serverMetadata().userinfo_endpoint;
      const told = asksForMore
        ? claims.parse(await fetchUserInfo(configuration, tokens.access_token, known.sub))
        : known;
      return {
        provider: provider.id,
        subject: known.sub,
        email: told.email?.trim().toLowerCase(),
        emailVerified: told.email_verified === true,
      };
    },
  };
}

async function discover(provider: ThirdPartyProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
  const execute = isLoopback(new URL(issuer).hostname) ? [allowInsecureRequests] : [];
  return discovery(new URL(issuer), clientId, undefined, authentication, {
    execute,
    timeout: timeoutSeconds,
  });
}
