import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { ThirdPartyProvider } from '../src/config.ts';

/** Who is signed in at the provider, and whether they agree. */
export interface PersonThere {
  sub: string;
  email?: string;
  email_verified?: boolean;
  denies?: boolean;
  /** What the ID token says about how they signed in there (RFC 8176). */
  amr?: string[];
}

/** A real OpenID Connect provider on loopback. */
export interface OpenIdProvider {
  /** Its entry in the switches. */
  settings: Pick<ThirdPartyProvider, 'id' | 'name' | 'issuer' | 'clientId' | 'clientSecret'>;
  /** Whoever comes next. */
  person: PersonThere;
  /** True puts a signature that is none into every ID token. */
  forgesSignatures: boolean;
  /** Follows the browser's way through the provider; returns where it is sent back to. */
  visit(url: string): Promise<URL>;
  close(): Promise<void>;
}

const clientId = 'pathway';
const clientSecret = 'a-secret-of-the-tests';

/** Starts the provider; `redirectUri` is the callback of the one client it knows. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = createProvider(issuer, redirectUri, () => here.person);
  const handle = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (here.forgesSignatures) forgeSignatures(response);
    if (!request.url?.startsWith('/interaction')) return void handle(request, response);
    const { sub, denies, amr } = here.person;
    const result = denies ? { error: 'access_denied' } : { login: { accountId: sub, amr } };
    void provider.interactionFinished(request, response, result);
  });
  const here: OpenIdProvider = {
    settings: { id: 'custom_school', name: 'School', issuer, clientId, clientSecret },
    person: { sub: 'nobody' },
    forgesSignatures: false,
    visit: (url) => visit(url, issuer),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return here;
}

/** Seconds; given so that the library does not print how it chose them. */
const ttl = { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 };

function createProvider(issuer: string, redirectUri: string, person: () => PersonThere): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a-key-of-the-tests'] },
    ttl,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...person(), sub }) }),
    async loadExistingGrant(ctx) {
      const { Grant } = ctx.oidc.provider;
      const grant = new Grant({ clientId, accountId: ctx.oidc.session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Replaces the signature of an ID token on its way out by one of the same length. */
function forgeSignatures(response: ServerResponse): void {
  const end = response.end.bind(response);
  const forge = (_token: string, signed: string, signature: string) =>
    `"id_token":"${signed}.${'A'.repeat(signature.length)}"`;
  Object.assign(response, {
    end: (body: string | Buffer = '') =>
      end(body.toString().replace(/"id_token":"([\w-]+\.[\w-]+)\.([\w-]+)"/, forge)),
  });
}

/** A browser without JavaScript: follows redirects and keeps cookies until it leaves the issuer. */
async function visit(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let hop = 0; hop < 10; hop += 1) {
    if (url.origin !== issuer) return url;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [name = '', ...value] = (text.split(';')[0] ?? '').split('=');
      cookies.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider replied ${response.status}`);
    url = new URL(location, url);
  }
  throw new Error('the provider redirects for ever');
}
