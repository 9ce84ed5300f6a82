import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { test as base } from './test.ts';

interface IdentityProviderFixtures {
  /** What the provider's switches say about the identity provider besides how to reach it. */
  identityProviderEntry: object;
  /** A real OpenID Connect provider that the product knows. */
  identityProvider: IdentityProvider;
}

/** A test whose product sends people to an identity provider, and gets them back. */
export const test = base.extend<object, IdentityProviderFixtures>({
  identityProviderEntry: [{}, { option: true, scope: 'worker' }],
  identityProvider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern.
    async ({}, use) => {
      const identityProvider = await openIdentityProvider();
      await use(identityProvider);
      await identityProvider.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ settings, switches, identityProvider, identityProviderEntry }, use) => {
      const providers = [{ ...identityProvider.entry, ...identityProviderEntry }];
      const given = { ...switches, thirdParty: { providers } };
      await use({ ...settings, IDENTITY_SWITCHES: JSON.stringify(given) });
    },
    { scope: 'worker' },
  ],
  outside: [
    async ({ identityProvider }, use) => use([identityProvider.entry.issuer]),
    { scope: 'worker' },
  ],
  product: [
    async ({ product, identityProvider }, use) => {
      identityProvider.admit(`${product.url}/identity/thirdparty/callback`);
      await use(product);
    },
    { scope: 'worker' },
  ],
});

/** Whoever is signed in at the identity provider, and whether they agree to be known to the product. */
interface Account {
  sub: string;
  email: string;
  email_verified: boolean;
  denies?: boolean;
}

/** A real OpenID Connect provider on loopback. */
export interface IdentityProvider {
  /** Its entry in the provider's switches. */
  entry: { id: string; name: string; issuer: string; clientId: string; clientSecret: string };
  account: Account;
  /** Where it may send people back to; known once the product runs. */
  admit(redirectUri: string): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'product';
const CLIENT_SECRET = 'a-secret-of-the-tests';
/** Given so that the library does not print how it chose them. */
const TTL_SECONDS = { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 };

async function openIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const identityProvider: IdentityProvider = {
    entry: { id: 'custom_school', name: 'School', issuer, ...credentials },
    account: { sub: 'nobody', email: 'nobody@school.example', email_verified: false },
    admit(redirectUri) {
      const provider = createProvider(issuer, redirectUri, () => identityProvider.account);
      const handle = provider.callback();
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        if (!request.url?.startsWith('/interaction')) return void handle(request, response);
        const { sub, denies } = identityProvider.account;
        const result = denies ? { error: 'access_denied' } : { login: { accountId: sub } };
        void provider.interactionFinished(request, response, result);
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return identityProvider;
}

function createProvider(issuer: string, redirectUri: string, account: () => Account): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a-key-of-the-tests'] },
    ttl: TTL_SECONDS,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...account(), sub }) }),
    async loadExistingGrant(ctx) {
      const { Grant } = ctx.oidc.provider;
      const accountId = ctx.oidc.session?.accountId;
      const grant = new Grant({ clientId: CLIENT_ID, ...(accountId && { accountId }) });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}
