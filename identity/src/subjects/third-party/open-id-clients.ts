import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import { z } from 'zod';
import { isLoopback, type ThirdPartyProvider } from '../../config.ts';
import type { OpenIdClients } from '../../engine/runtime.ts';
import { provesTwoFactors } from '../second-factor/second-factor.ts';

const TIMEOUT_SECONDS = 10;

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  amr: z.array(z.string()).optional().catch(undefined),
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
        // Only the ID token speaks of this sign-in; the other address describes the person.
        twoFactors: provesTwoFactors(known.amr ?? []),
      };
    },
  };
}

/** The ID token's signature is checked with the provider's published keys, TLS or not. */
async function discover(provider: ThirdPartyProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const authentication = clientSecret === undefined ? None() : ClientSecretPost(clientSecret);
  const execute = [enableNonRepudiationChecks];
  if (isLoopback(new URL(issuer).hostname)) execute.push(allowInsecureRequests);
  return discovery(new URL(issuer), clientId, undefined, authentication, {
    execute,
    timeout: TIMEOUT_SECONDS,
  });
}
