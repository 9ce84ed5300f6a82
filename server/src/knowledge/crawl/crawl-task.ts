import type { Dispatcher } from 'undici';
import type { AllowedHosts } from './address/parse-site-url.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { EarlierPage, Visit } from './crawled-page.ts';
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
  /** What this crawl saw before its process died, by the address that was asked for. */
  seen: ReadonlyMap<string, Visit>;
  /** Asked before each page; false ends the crawl, whose result nobody wants. */
  isWanted: () => Promise<boolean>;
  /** Told of each address that was asked for. */
  onVisit: (step: CrawlStep) => Promise<void>;
}

/** One address dealt with, and how far the crawl is: pages done, and pages found, those included. */
export interface CrawlStep {
  address: string;
  visit: Visit;
  done: number;
  found: number;
}
