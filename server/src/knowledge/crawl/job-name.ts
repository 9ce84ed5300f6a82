/** Reads a site: payload {@link CrawlPayload}. */
export const CRAWL_SITE_JOB = 'crawl-site';

/** One crawl of a site. Its id makes it another piece of work than the crawl before. */
export type CrawlPayload = { siteId: string; crawlId: string };

/** Starts to read again every site whose newest crawl is too old. */
export const RECRAWL_SITES_JOB = 'recrawl-sites';
