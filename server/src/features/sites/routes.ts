import { countSites, listSites } from '@pathway/contract/sites';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../access/create-access.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { SiteStore } from './site-store.ts';

export function registerSiteRoutes(
  app: FastifyInstance,
  deps: { access: Access; sites: SiteStore },
): void {
  const { access, sites } = deps;

  registerCall(app, countSites, {
    access: access.admin,
    handler: async () => ({ count: await sites.count() }),
  });

  registerCall(app, listSites, {
    access: access.admin,
    handler: async () => ({ sites: await sites.list() }),
  });
}
