import { z } from 'zod';
import { defineCall } from './call.ts';
import { acceptedDeletedList, deletedListReply } from './deleted-source.ts';
import { successReplySchema } from './success-reply.ts';
import { tagsSchema } from './tags.ts';
import {
  tolerantCount,
  tolerantId,
  tolerantList,
  tolerantListById,
  tolerantNullableText,
  tolerantOptionalText,
  tolerantTexts,
  tolerantText,
} from './tolerant.ts';

/**
 * `status`: pending, scraping, ready or error; `last_scraped`: an ISO 8601 instant or null. `reason`
 * says why a site is in error, `progress` how many of the pages found so far a scrape under way has
 * dealt with.
 */
export const siteSchema = z.object({
  id: z.string(),
  url: z.string(),
  tags: z.array(z.string()),
  status: z.string().nullish(),
  last_scraped: z.string().nullable(),
  reason: z.string().optional(),
  progress: z.object({ done: z.number(), found: z.number() }).optional(),
});
export type Site = z.infer<typeof siteSchema>;

/** '' for an address that is not there; no progress unless both of its figures are. */
const readableSite = z.object({
  id: tolerantId,
  url: tolerantText,
  tags: tolerantTexts,
  status: tolerantOptionalText,
  last_scraped: tolerantNullableText,
  reason: tolerantOptionalText,
  progress: z.object({ done: z.number(), found: z.number() }).optional().catch(undefined),
}) satisfies z.ZodType<Site>;

/**
 * What the newest scrape made of one address: kept, or skipped for a reason; and what changed since
 * the scrape before, where the page was kept in either.
 */
export const sitePageSchema = z.object({
  url: z.string(),
  outcome: z.enum(['kept', 'skipped']),
  reason: z.string().nullable(),
  change: z.enum(['new', 'changed', 'unchanged', 'gone']).nullable(),
});
export type SitePage = z.infer<typeof sitePageSchema>;

const readableSitePage = z.object({
  url: z.string().min(1),
  outcome: sitePageSchema.shape.outcome,
  reason: tolerantNullableText,
  change: sitePageSchema.shape.change.catch(null),
}) satisfies z.ZodType<SitePage>;

const siteBodySchema = z.strictObject({
  url: z.string().trim().min(1).max(2_000),
  tags: tagsSchema,
});

export const countSites = defineCall({
  method: 'GET',
  path: '/api/admin/sites/count',
  reply: z.object({ count: z.number() }),
  accepts: z.object({ count: tolerantCount }),
});

export const listSites = defineCall({
  method: 'GET',
  path: '/api/admin/sites',
  reply: z.object({ sites: z.array(siteSchema) }),
  accepts: z.object({ sites: tolerantListById(readableSite) }),
});

export const addSite = defineCall({
  method: 'POST',
  path: '/api/admin/sites',
  body: siteBodySchema,
  reply: z.object({ site: siteSchema }),
});

export const updateSite = defineCall({
  method: 'PATCH',
  path: '/api/admin/sites/:id',
  body: siteBodySchema,
  reply: z.object({ site: siteSchema }),
});

export const deleteSite = defineCall({
  method: 'DELETE',
  path: '/api/admin/sites/:id',
  reply: successReplySchema,
});

export const scrapeSite = defineCall({
  method: 'POST',
  path: '/api/admin/sites/:id/scrape',
  reply: successReplySchema,
});

/** Kept pages first, then by address. */
export const listSitePages = defineCall({
  method: 'GET',
  path: '/api/admin/sites/:id/pages',
  reply: z.object({ pages: z.array(sitePageSchema) }),
  accepts: z.object({ pages: tolerantList(readableSitePage) }),
});

/** What was deleted and can be restored for `DELETED_KEPT_DAYS`. */
export const listDeletedSites = defineCall({
  method: 'GET',
  path: '/api/admin/sites/deleted',
  reply: deletedListReply,
  accepts: acceptedDeletedList,
});

export const restoreSite = defineCall({
  method: 'POST',
  path: '/api/admin/sites/deleted/:id/restore',
  reply: successReplySchema,
});

/** For good, which nothing takes back. */
export const eraseSite = defineCall({
  method: 'DELETE',
  path: '/api/admin/sites/deleted/:id',
  reply: successReplySchema,
});
