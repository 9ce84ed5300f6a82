import { CRAWL_LIMITS } from '../../server/src/sites/crawl/crawl-limits.ts';
import { crawlSite } from '../../server/src/sites/crawl/crawl-site.ts';
import { createPageReader } from '../../server/src/sites/crawl/page/create-page-reader.ts';
import { createGuardedAgent } from '../../server/src/sites/crawl/site-address.ts';
import type { CrawlOrder, CrawlReport } from './crawl-report.ts';

/** Reads the site as the product does, pages in processes of their own, without the pauses. */
export async function crawlWithPathway(order: CrawlOrder): Promise<CrawlReport['kept']> {
  const allowed = new Set([order.allowed]);
  const agent = createGuardedAgent(allowed);
  let now = 0;
  const timer = {
    now: () => now,
    async sleep(ms: number) {
      now += ms;
    },
  };
  const { pages, depth, requestMs } = order;
  const limits = { ...CRAWL_LIMITS, pages, depth, requestMs };
  const deps = { agent, allowed, readPage: createPageReader(), timer, limits };
  const task = {
    url: order.start,
    earlier: new Map(),
    seen: new Map(),
    isWanted: async () => true,
    onVisit: async () => undefined,
  };
  const { passages } = await crawlSite(deps, task, new AbortController().signal);
  await agent.destroy();
  const pagesOf = Map.groupBy(passages, ({ url }) => url ?? '');
  return [...pagesOf].map(([url, own]) => ({ url, text: own.map(({ text }) => text).join('\n') }));
}
