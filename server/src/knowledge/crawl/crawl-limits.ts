/** The most that reading one site may take. */
export interface CrawlLimits {
  /** Pages asked for, the start page included. */
  pages: number;
  /** Links followed from the start page. */
  depth: number;
  /** Bytes of a page and of the whole site, counted after decompression. */
  pageBytes: number;
  siteBytes: number;
  /** Passages kept of the whole site; the page that goes beyond is the last. */
  passages: number;
  /** Time of the whole site, and of one request with its body. */
  siteMs: number;
  requestMs: number;
  /** Pause between two requests; a longer one that robots.txt asks for is kept up to the maximum. */
  intervalMs: number;
  intervalMaxMs: number;
  /** What is read of a robots.txt (RFC 9309 asks for 500 KiB at least). */
  robotsBytes: number;
  redirects: number;
  /** Addresses that differ only in numbers and query values, such as the days of a calendar. */
  urlsPerPattern: number;
  sitemaps: number;
  sitemapUrls: number;
  /** Further tries when a server answers 429 or 503, and the longest pause it may ask for. */
  retries: number;
  retryAfterMaxMs: number;
  /** Requests in a row that fail before the crawl gives up. */
  failuresInARow: number;
  /** Rows of the page report. */
  reportRows: number;
}

export const CRAWL_LIMITS: CrawlLimits = {
  pages: 200,
  depth: 3,
  pageBytes: 5 * 1024 * 1024,
  siteBytes: 100 * 1024 * 1024,
  passages: 20_000,
  siteMs: 10 * 60_000,
  requestMs: 20_000,
  intervalMs: 1_000,
  intervalMaxMs: 10_000,
  robotsBytes: 512 * 1024,
  redirects: 5,
  urlsPerPattern: 25,
  sitemaps: 10,
  sitemapUrls: 1_000,
  retries: 2,
  retryAfterMaxMs: 60_000,
  failuresInARow: 5,
  reportRows: 1_000,
};

/** The name under which the crawler introduces itself and looks itself up in robots.txt. */
export const CRAWLER_NAME = 'PathwayBot';
