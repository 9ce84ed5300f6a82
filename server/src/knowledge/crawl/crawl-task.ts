import type { Dispatcher } from 'undici';
import type { AllowedHosts } from './address/parse-site-url.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { EarlierPage } from './crawled-page.ts';
import type { CrawlTimer } from './fetch/create-pace.ts';
import type { PageReader } from './page/create-page-reader.ts';

/** What reading sites takes. */
export interface CrawlSiteDeps {
  agent: Dispatcher;
  allowed: AllowedHosts;
  readPage: PageReader;
  timer: CrawlTimer;
  limits: CrawlLimits;
}

/** A site to read. */
export interface CrawlTask {
  url: string;
  /** Pages of the crawl before, by address. */
  earlier: ReadonlyMap<string, EarlierPage>;
  /** Asked before each page; false ends the crawl, whose result nobody wants. */
  isWanted: () => Promise<boolean>;
}
