import type { CrawlOrder, CrawlReport } from './crawl-report.ts';
import { crawlWithCrawlee } from './crawl-with-crawlee.ts';
import { crawlWithPathway } from './crawl-with-pathway.ts';

/** One crawler in a process of its own, so that its memory is its own. */
const [name = '', orderText = ''] = process.argv.slice(2);
const order = JSON.parse(orderText) as CrawlOrder;
const crawl = name === 'Crawlee' ? crawlWithCrawlee : crawlWithPathway;
const startedAt = performance.now();
const kept = await crawl(order);
const report: CrawlReport = {
  kept,
  seconds: (performance.now() - startedAt) / 1_000,
  peakMegabytes: process.resourceUsage().maxRSS / 1_024,
};
process.send?.(report, () => process.exit(0));
