import type { TitledPassage } from '../../knowledge/index/passage-store.ts';

/** Why an address was not kept, in words for the administrator. */
export const SKIP_REASONS = {
  robots: 'excluded by robots.txt',
  notAllowed: 'this address is not allowed',
  leadsAway: 'leads to another site',
  tooManyRedirects: 'too many redirects',
  unreachable: 'could not be reached',
  tooSlow: 'took too long',
  tooLarge: 'too large',
  tooBusy: 'the site asks to come back later',
  notText: 'not a web page',
  unreadable: 'could not be read',
  empty: 'no text',
  noindex: 'asks not to be indexed',
  duplicate: 'same as another page',
  pattern: 'too many addresses of this kind',
  limit: 'the limit for one site was reached',
} as const;

/** One of the reasons, or the status that the site replied with. */
export type SkipReason = (typeof SKIP_REASONS)[keyof typeof SKIP_REASONS] | `answered ${number}`;

/** What the next crawl needs to know of a page. */
export interface PageState {
  contentHash: string;
  etag: string | null;
  lastModified: string | null;
  /** Addresses the page leads to: one that has not changed is not sent again. */
  outlinks: string[];
}

/** A page of an earlier crawl, with what is searchable of it. */
export type EarlierPage = PageState & { passages: TitledPassage[] };

/**
 * What an address held, plain enough to be kept as JSON: addresses are normal forms. `isOutage` marks
 * a failure that says more about the site than about one page.
 */
export type Visit =
  | { kind: 'page'; url: string; canonical: string; state: PageState; passages: TitledPassage[] }
  | { kind: 'skipped'; url: string; reason: SkipReason; outlinks?: string[]; isOutage?: boolean }
  | { kind: 'moved'; location: string };

/** One address dealt with, and how far the crawl is: pages done, and pages found, those included. */
export interface CrawlStep {
  address: string;
  visit: Visit;
  done: number;
  found: number;
}

/** What became of one address of a site. */
export type PageReport = { url: string } & (
  | { outcome: 'skipped'; reason: SkipReason }
  | ({ outcome: 'kept' } & PageState)
);

/** What reading a site gave. */
export interface CrawlResult {
  /** Numbered through the site; none when nothing could be read. */
  passages: TitledPassage[];
  report: PageReport[];
  /** Why nothing was read. */
  failure?: SkipReason;
}
