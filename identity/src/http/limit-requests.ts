import type { FastifyInstance } from 'fastify';
import type { IdentityRuntime } from '../identity-runtime.ts';

/**
 * What back ends ask for all their people, and every page of theirs twice a minute. A widget that is
 * refused there would sign its person out.
 */
const unlimited = new Set([
  '/sessions/validate',
  '/.well-known/jwks.json',
  '/health/alive',
  '/health/ready',
]);

/** Refuses with 429 and Retry-After what the host does not let in now. */
export function limitRequests(app: FastifyInstance, { secondsToWait }: IdentityRuntime): void {
  if (!secondsToWait) return;
  app.addHook('onRequest', async (request, reply) => {
    const [path] = request.url.slice(app.prefix.length).split('?');
    if (path !== undefined && unlimited.has(path)) return;
    const seconds = await secondsToWait(request);
    if (seconds === 0) return;
    reply.header('retry-after', String(seconds));
    throw Object.assign(new Error('Too Many Requests'), { statusCode: 429 });
  });
}
