import * as calls from '@pathway/contract/sites';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../../access/create-access.ts';
import type { AllowedHosts } from '../../knowledge/crawl/address/parse-site-url.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { readSiteAddress } from './read-site-address.ts';
import type { SiteStore } from './site-store.ts';

interface SiteRoutesDeps {
  access: Access;
  sites: SiteStore;
  jobs: JobQueue;
  clock: Clock;
  siteAllow: AllowedHosts;
}

export function registerSiteRoutes(app: FastifyInstance, deps: SiteRoutesDeps): void {
  const { access, sites, jobs, clock, siteAllow } = deps;

  registerCall(app, calls.countSites, {
    access: access.admin,
    handler: async () => ({ count: await sites.count() }),
  });

  registerCall(app, calls.listSites, {
    access: access.admin,
    handler: async () => ({ sites: await sites.list() }),
  });

  registerCall(app, calls.addSite, {
    access: access.admin,
    async handler({ body }) {
      const url = readSiteAddress(body.url, siteAllow);
      const site = await sites.add({ url, tags: body.tags, createdAt: clock.now() });
      if (site === undefined) throw new AppError('site_duplicate');
      return { site };
    },
  });

  registerCall(app, calls.updateSite, {
    access: access.admin,
    async handler({ id, body }) {
      const url = readSiteAddress(body.url, siteAllow);
      const updated = await sites.update(id, { url, tags: body.tags });
      if (typeof updated === 'string') throw new AppError(updated);
      return { site: updated };
    },
  });

  registerCall(app, calls.deleteSite, {
    access: access.admin,
    async handler({ id }) {
      if (!(await sites.delete(id))) throw new AppError('not_found');
      return { success: true as const };
    },
  });

  registerCall(app, calls.scrapeSite, {
    access: access.admin,
    async handler({ id }) {
      if (!(await sites.startScraping(id, jobs))) throw new AppError('not_found');
      return { success: true as const };
    },
  });

  registerCall(app, calls.listSitePages, {
    access: access.admin,
    async handler({ id }) {
      const pages = await sites.listPages(id);
      if (pages === undefined) throw new AppError('not_found');
      return { pages };
    },
  });
}
