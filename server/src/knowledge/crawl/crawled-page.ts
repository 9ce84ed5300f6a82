import type { TitledPassage } from '../index/replace-passages.ts';
import type { SkipReason } from './skip-reasons.ts';

/** What became of one address of a site. */
export type PageReport = { url: string } & (
  | { outcome: 'skipped'; reason: SkipReason }
  | ({ outcome: 'kept' } & PageState)
);

/** What the next crawl wants to know of a page it read. */
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

/** What reading a site gave. */
export interface CrawlResult {
  /** Numbered through the site; none when nothing could be read. */
  passages: TitledPassage[];
  report: PageReport[];
  /** Why nothing was read. */
  failure?: SkipReason;
}
