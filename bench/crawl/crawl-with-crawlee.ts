import { loadPeer } from '../peers/load-peer.ts';
import type { CrawlOrder, CrawlReport } from './crawl-report.ts';

const CRAWLEE = '@crawlee/cheerio@3.18.1';

/** As much of the peer's interface as measuring takes; it is no dependency, so no types come with it. */
interface CrawleeModule {
  CheerioCrawler: new (
    options: object,
    configuration: object,
  ) => { run(requests: readonly string[]): Promise<unknown> };
  Configuration: new (options: object) => object;
  log: { setLevel(level: number): void };
}
interface CrawleeUtilsModule {
  RobotsTxtFile: {
    find(
      url: string,
    ): Promise<{ parseUrlsFromSitemaps(): Promise<string[]>; isAllowed(url: string): boolean }>;
  };
}
interface CrawleePage {
  request: { loadedUrl: string };
  $: ((selector: string) => { remove(): void }) & { root(): { text(): string } };
  enqueueLinks(options: object): Promise<unknown>;
}

/** Reads the site with Crawlee as its guide shows: same origin, robots.txt, sitemaps, one at a time. */
export async function crawlWithCrawlee(order: CrawlOrder): Promise<CrawlReport['kept']> {
  const crawlee = await loadPeer<CrawleeModule>(CRAWLEE, '@crawlee/cheerio/index.mjs');
  const utils = await loadPeer<CrawleeUtilsModule>(CRAWLEE, '@crawlee/utils/index.mjs');
  crawlee.log.setLevel(0);
  const kept: CrawlReport['kept'] = [];
  const crawler = new crawlee.CheerioCrawler(
    {
      maxRequestsPerCrawl: order.pages,
      maxCrawlDepth: order.depth,
      maxConcurrency: 1,
      maxRequestRetries: 1,
      navigationTimeoutSecs: order.requestMs / 1_000,
      respectRobotsTxtFile: true,
      additionalMimeTypes: ['text/plain'],
      async requestHandler({ request, $, enqueueLinks }: CrawleePage) {
        $('script, style, noscript').remove();
        const text = $.root().text().replace(/\s+/g, ' ').trim();
        if (text !== '') kept.push({ url: request.loadedUrl, text });
        await enqueueLinks({ strategy: 'same-origin' });
      },
    },
    new crawlee.Configuration({ persistStorage: false, systemInfoV2: false }),
  );
  const robots = await utils.RobotsTxtFile.find(order.start);
  const named = (await robots.parseUrlsFromSitemaps()).filter((url) => robots.isAllowed(url));
  await crawler.run([order.start, ...named]);
  return kept;
}
