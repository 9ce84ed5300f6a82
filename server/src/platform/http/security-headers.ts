import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { HANKO_STYLE_HASH } from './hanko-style-hash.ts';

const PERMISSIONS =
  'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), microphone=(), geolocation=()';
const HSTS_SECONDS = 31_536_000;

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
