import { DEFAULT_SITE_SCHEME } from '@pathway/contract/limits';
import * as calls from '@pathway/contract/sites';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/create-access.ts';
import { AppError } from '../platform/app-error.ts';
import { registerCall } from '../platform/http/register-call.ts';
import { type AllowedHosts, judgeSiteUrl } from './crawl/site-address.ts';
import type { SiteStore } from './site-store.ts';

interface SiteRoutesDeps {
  access: Access;
  sites: SiteStore;
  siteAllow: AllowedHosts;
}

export function registerSiteRoutes(app: FastifyInstance, deps: SiteRoutesDeps): void {
  const { access, sites, siteAllow } = deps;

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
      const site = await sites.add({ url, tags: body.tags });
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

  registerCall(app, calls.listDeletedSites, {
    access: access.admin,
    handler: async () => ({ deleted: await sites.listDeleted() }),
  });

  registerCall(app, calls.restoreSite, {
    access: access.admin,
    async handler({ id }) {
      const outcome = await sites.restore(id);
      if (outcome !== 'restored') throw new AppError(outcome);
      return { success: true as const };
    },
  });

  registerCall(app, calls.eraseSite, {
    access: access.admin,
    async handler({ id }) {
      if (!(await sites.erase(id))) throw new AppError('not_found');
      return { success: true as const };
    },
  });

  registerCall(app, calls.scrapeSite, {
    access: access.admin,
    async handler({ id }) {
      if (!(await sites.startCrawl(id))) throw new AppError('not_found');
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

/**
 * The normal form of the address an administrator typed.
 *
 * @throws AppError with the refusal when the crawler must not go there.
 */
function readSiteAddress(typed: string, allowed: AllowedHosts): string {
  const text = /^https?:\/\//i.test(typed) ? typed : `${DEFAULT_SITE_SCHEME}://${typed}`;
  const url = judgeSiteUrl(text, allowed);
  if (typeof url === 'string') throw new AppError(url);
  return url.href;
}
