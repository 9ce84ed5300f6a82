import type { FastifyInstance } from 'fastify';
import { isApiRequest } from '../platform/http/refuse-cross-site.ts';
import type { Access } from './create-access.ts';

/** Closes `/api/admin` to everybody but administrators, so that a new route is closed by default. */
export function guardAdminArea(app: FastifyInstance, access: Access): void {
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request, '/api/admin')) await access.admin(request);
  });
}
