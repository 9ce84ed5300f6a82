import type { TitledPassage } from '../index/replace-passages.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { PageReport, Visit } from './crawled-page.ts';
import type { Frontier } from './frontier/create-frontier.ts';
import { normaliseLink } from './frontier/normalise-link.ts';
import type { SkipReason } from './skip-reasons.ts';

/** What a crawl has gathered so far: passages, and a row for each address. */
export interface Gathering {
  readonly passages: readonly TitledPassage[];
  readonly report: readonly PageReport[];
  /** Keeps a page or the reason to skip it, and queues the links of either one level further down. */
  take(visit: Exclude<Visit, { kind: 'moved' }>, depth: number): void;
  skip(url: URL, reason: SkipReason): void;
  /** Queues addresses that are so many links away from the start page. */
  follow(addresses: readonly string[], depth: number): void;
}

export function createGathering(deps: {
  frontier: Frontier;
  limits: Pick<CrawlLimits, 'reportRows'>;
}): Gathering {
  const { frontier, limits } = deps;
  const passages: TitledPassage[] = [];
  const report: PageReport[] = [];

  const tell = (row: PageReport) => {
    // What was kept is needed by the next crawl, however much was skipped.
    if (row.outcome === 'kept' || report.length < limits.reportRows) report.push(row);
  };
  const skip = ({ href: url }: URL, reason: SkipReason) =>
    tell({ url, outcome: 'skipped', reason });
  const follow = (addresses: readonly string[], depth: number) => {
    for (const address of addresses) {
      const url = normaliseLink(address, address);
      const reason = url && frontier.add({ url, depth });
      if (url && reason) skip(url, reason);
    }
  };

  return {
    passages,
    report,
    skip,
    follow,
    take(visit, depth) {
      if (visit.kind === 'skipped') {
        tell({ url: visit.url, outcome: 'skipped', reason: visit.reason });
        follow(visit.outlinks ?? [], depth + 1);
        return;
      }
      tell({ url: visit.url, outcome: 'kept', ...visit.state });
      passages.push(...visit.passages);
      follow(visit.state.outlinks, depth + 1);
    },
  };
}
