import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { IdentityRuntime } from '../identity-runtime.ts';
import { sendFailure } from './session-routes.ts';

/** The keys that verify session tokens, and health. */
export function addPublicRoutes(app: FastifyInstance, runtime: IdentityRuntime): void {
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(runtime.tokens.publicKeys),
  );

  app.get('/health/alive', () => ({ alive: true }));

  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`SELECT 1`.execute(runtime.db);
      return { ready: true };
    } catch {
      return sendFailure(reply, 503);
    }
  });
}
