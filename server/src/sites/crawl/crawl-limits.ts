/** Limits of reading one site. */
export const CRAWL_LIMITS = {
  /** Pages asked for, the start page included. */
  pages: 200,
  /** Links followed from the start page. */
  depth: 3,
  /** Bytes of a page and of the whole site, counted after decompression. */
  pageBytes: 5 * 1024 * 1024,
  siteBytes: 100 * 1024 * 1024,
  /** Passages kept of the whole site; the page that goes beyond is the last. */
  passages: 20_000,
  /** Time of the whole site, and of one request with its body. */
  siteMs: 10 * 60_000,
  requestMs: 20_000,
  /** Pause between two requests; a longer one that robots.txt asks for is kept up to the maximum. */
  intervalMs: 1_000,
  intervalMaxMs: 10_000,
  /** What is read of a robots.txt (RFC 9309 asks for 500 KiB at least). */
  robotsBytes: 512 * 1024,
  redirects: 5,
  /** Addresses that differ only in numbers and query values, such as the days of a calendar. */
  urlsPerPattern: 25,
  sitemaps: 10,
  sitemapUrls: 1_000,
  /** Further tries when a server replies 429 or 503, and the longest pause it may ask for. */
  retries: 2,
  retryAfterMaxMs: 60_000,
  /** Requests in a row that fail before the crawl gives up. */
  failuresInARow: 5,
  /** Rows of the page report. */
  reportRows: 1_000,
};

export type CrawlLimits = typeof CRAWL_LIMITS;

/** The name under which the crawler introduces itself and looks itself up in robots.txt. */
export const CRAWLER_NAME = 'PathwayBot';
