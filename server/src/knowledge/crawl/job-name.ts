/** Reads a site: payload `{siteId}`. */
export const CRAWL_SITE_JOB = 'crawl-site';
