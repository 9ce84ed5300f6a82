import type { FastifyInstance } from 'fastify';
import type { IdentityRuntime } from '../identity-runtime.ts';

/** What back ends ask for all their people, from one address. */
const askedByBackEnds = new Set([
  'POST /sessions/validate',
  'GET /.well-known/jwks.json',
  'GET /health/alive',
  'GET /health/ready',
]);

/** Refuses with 429 and Retry-After what the host does not let in now. */
export function limitRequests(app: FastifyInstance, { secondsToWait }: IdentityRuntime): void {
  if (!secondsToWait) return;
  app.addHook('onRequest', async (request, reply) => {
    const [path] = request.url.slice(app.prefix.length).split('?');
    if (askedByBackEnds.has(`${request.method} ${path}`)) return;
    const seconds = await secondsToWait(request);
    if (seconds === 0) return;
    reply.header('retry-after', String(seconds));
    throw Object.assign(new Error('Too Many Requests'), { statusCode: 429 });
  });
}
