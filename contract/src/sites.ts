import { z } from 'zod';
import { defineCall } from './call.ts';
import { successReplySchema } from './success-reply.ts';
import { tagsSchema } from './tags.ts';

/** `status`: pending, scraping, ready or error; `last_scraped`: an ISO 8601 instant or null. */
export const siteSchema = z.object({
  id: z.string(),
  url: z.string(),
  tags: z.array(z.string()),
  status: z.string().nullish(),
  last_scraped: z.string().nullable(),
});
export type Site = z.infer<typeof siteSchema>;

const siteBodySchema = z.strictObject({
  url: z.string().trim().min(1).max(2_000),
  tags: tagsSchema,
});

export const countSites = defineCall({
  method: 'GET',
  path: '/api/admin/sites/count',
  reply: z.object({ count: z.number() }),
});

export const listSites = defineCall({
  method: 'GET',
  path: '/api/admin/sites',
  reply: z.object({ sites: z.array(siteSchema) }),
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
