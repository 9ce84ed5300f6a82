import type { Logger } from 'pino';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import { createGuardedAgent } from './address/create-guarded-agent.ts';
import type { AllowedHosts } from './address/parse-site-url.ts';
import { CRAWL_LIMITS, type CrawlLimits } from './crawl-limits.ts';
import { crawlSite } from './crawl-site.ts';
import type { CrawlStore } from './crawl-store.ts';
import type { CrawlStep } from './crawl-task.ts';
import type { CrawlResult } from './crawled-page.ts';
import { systemTimer, type CrawlTimer } from './fetch/create-pace.ts';
import { CRAWL_SITE_JOB } from './job-name.ts';
import { createPageReader, type PageReader } from './page/create-page-reader.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

const FAILED: CrawlResult = { passages: [], report: [], failure: SKIP_REASONS.unreadable };

/** What reading sites in the background takes; what is left out is the real thing. */
export interface CrawlJobDeps {
  store: CrawlStore;
  log: Logger;
  allowed: AllowedHosts;
  limits?: Partial<CrawlLimits>;
  timer?: CrawlTimer;
  readPage?: PageReader;
}

/**
 * Reads a site that is being scraped; the site ends `ready` or `error`. An abort leaves it `scraping`,
 * to be taken up at the next start.
 */
export function createCrawlJob(deps: CrawlJobDeps): JobHandler {
  const { store, log, allowed, timer = systemTimer, readPage = createPageReader() } = deps;
  const limits = { ...CRAWL_LIMITS, ...deps.limits };

  return {
    name: CRAWL_SITE_JOB,
    async handle({ siteId = '' }, signal) {
      const site = await store.find(siteId);
      if (site === undefined) return;
      const agent = createGuardedAgent(allowed);
      try {
        const task = {
          url: site.url,
          earlier: await store.readEarlier(site),
          seen: await store.readSeen(site),
          isWanted: () => store.isWanted(site),
          onVisit: (step: CrawlStep) => store.recordStep(site, step),
        };
        const result = await crawlSite({ agent, allowed, readPage, timer, limits }, task, signal);
        const isStored = await store.finish(site, result);
        log.info({
          event: isStored ? 'site_crawled' : 'site_gone',
          siteId,
          pages: result.report.filter(({ outcome }) => outcome === 'kept').length,
          passages: result.passages.length,
          failure: result.failure,
        });
      } catch (error) {
        if (!signal.aborted) {
          await store.finish(site, FAILED);
        }
        throw error;
      } finally {
        await agent.destroy();
      }
    },
    async giveUp({ siteId = '', crawlId }) {
      const site = await store.find(siteId);
      if (site?.crawlId === crawlId && site !== undefined) await store.finish(site, FAILED);
    },
  };
}
