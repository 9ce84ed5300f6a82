import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TEST_AUDIENCE = 'localhost';
export const TEST_ISSUER = 'https://sign-in.test';

/** A sign-in provider on a real socket, as far as the server speaks to one. */
export interface FakeProvider {
  readonly url: string;
  readonly requests: { jwks: number; validate: number; logout: number };
  /** What breaks: nothing, the key set, or everything. */
  outage: 'none' | 'keys' | 'all';
  /** A valid token for a living session, with any claim replaced. */
  issueToken(claims?: JWTPayload & Record<string, unknown>): Promise<string>;
  endSession(token: string): void;
  /** Says from now on that this session was asked about too often. */
  refuseToken(token: string): void;
  /** Signs with a new key from now on and forgets the old one. */
  rotateKey(): Promise<void>;
  readonly key: { kid: string; privateKey: CryptoKey; publicKey: CryptoKey };
  close(): Promise<void>;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const endedTokens = new Set<string>();
  const refusedTokens = new Set<string>();
  let key = await createKey();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const provider: FakeProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: { jwks: 0, validate: 0, logout: 0 },
    outage: 'none',
    get key() {
      return key;
    },
    issueToken: (claims = {}) => signToken(key, claims),
    endSession: (token) => void endedTokens.add(token),
    refuseToken: (token) => void refusedTokens.add(token),
    async rotateKey() {
      key = await createKey();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/.well-known/jwks.json') {
      provider.requests.jwks += 1;
      if (provider.outage !== 'none') return refuse(response);
      const jwk = { ...(await exportJWK(key.publicKey)), kid: key.kid, use: 'sig' };
      return sendJson(response, { keys: [jwk] });
    }
    if (request.url === '/logout') {
      provider.requests.logout += 1;
      if (provider.outage === 'all') return refuse(response);
      const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      response.writeHead(token === '' || endedTokens.has(token) ? 401 : 204).end();
      endedTokens.add(token);
      return;
    }
    provider.requests.validate += 1;
    if (provider.outage === 'all') return refuse(response);
    const { session_token: token } = JSON.parse(await readText(request)) as {
      session_token: string;
    };
    if (refusedTokens.has(token)) return refuse(response, 429);
    if (endedTokens.has(token)) return sendJson(response, { is_valid: false });
    return sendJson(response, { is_valid: true, claims: readClaims(token) });
  }

  return provider;
}

async function createKey(): Promise<FakeProvider['key']> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid: randomUUID(), privateKey, publicKey };
}

function signToken(
  key: FakeProvider['key'],
  claims: JWTPayload & Record<string, unknown>,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    sub: randomUUID(),
    session_id: randomUUID(),
    aud: [TEST_AUDIENCE],
    iss: TEST_ISSUER,
    iat: now,
    exp: now + 3_600,
    ...claims,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .sign(key.privateKey);
}

function readClaims(token: string): unknown {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status = 503): void {
  response.writeHead(status).end();
}
