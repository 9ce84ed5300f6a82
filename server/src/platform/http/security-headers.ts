import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * CSP source of the one inline style that the sign-in widget puts into its shadow root
 * (@teamhanko/hanko-elements 2.7.0). The test recomputes it from the installed package and fails
 * when an upgrade changed the style.
 */
export const HANKO_STYLE_HASH = "'sha256-woHVTquHAv1s4EpJ1rSIorUQRcWvnD/wQyBs3uZ3teE='";

const PERMISSIONS =
  'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), microphone=(), geolocation=()';
const POLICY_HEADER = 'content-security-policy';
const HSTS_SECONDS = 31_536_000;

/**
 * The headers of a reply that is written past the app: JSON that nobody shall frame, guess at or keep. Over
 * https a proxy answers such heads itself, so they need not pin https.
 */
export const RAW_REPLY_HEADERS: Readonly<Record<string, string>> = {
  [POLICY_HEADER]: "default-src 'none';frame-ancestors 'none';base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
  'cache-control': 'no-store',
};

/**
 * Sends the security headers and the content security policy on every reply. Remote images, inline
 * script and foreign connections are off; only the sign-in provider may be another origin.
 */
export async function useSecurityHeaders(
  app: FastifyInstance,
  options: { publicUrl: string; providerUrl: string },
): Promise<void> {
  const ownOrigin = new URL(options.publicUrl).origin;
  const providerOrigin = new URL(options.providerUrl).origin;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: policy(providerOrigin === ownOrigin ? [] : [providerOrigin]),
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: ownOrigin.startsWith('https:') && { maxAge: HSTS_SECONDS },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}

/** Lets the page of this reply bring a style of its own, named by the CSP source of its hash. */
export function allowStyle(reply: FastifyReply, hash: string): void {
  const policy = String(reply.getHeader(POLICY_HEADER));
  reply.header(POLICY_HEADER, policy.replace('style-src ', `style-src ${hash} `));
}

function policy(connectOrigins: readonly string[]): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", HANKO_STYLE_HASH],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectOrigins],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
  };
}
