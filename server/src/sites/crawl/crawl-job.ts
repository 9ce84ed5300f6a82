import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import { CRAWL_SITE_JOB, type SiteStore } from '../site-store.ts';
import { CRAWL_LIMITS, type CrawlLimits } from './crawl-limits.ts';
import { type CrawlResult, type CrawlStep, SKIP_REASONS } from './crawl-result.ts';
import { crawlSite } from './crawl-site.ts';
import { type CrawlTimer, systemTimer } from './create-fetcher.ts';
import { createPageReader, type PageReader } from './page/create-page-reader.ts';
import { type AllowedHosts, createGuardedAgent } from './site-address.ts';

/** Starts to read again every site whose newest crawl is too old. */
export const RECRAWL_SITES_JOB = 'recrawl-sites';

/** At minute 23 of every hour, when few others' jobs begin. */
const HOURLY = '23 * * * *';
const HOUR_MS = 3_600_000;
const FAILED: CrawlResult = { passages: [], report: [], failure: SKIP_REASONS.unreadable };

/** What reading sites in the background takes; what is left out is the real thing. */
export interface CrawlJobDeps {
  sites: SiteStore;
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
  const { sites, log, allowed, timer = systemTimer, readPage = createPageReader() } = deps;
  const limits = { ...CRAWL_LIMITS, ...deps.limits };

  return {
    name: CRAWL_SITE_JOB,
    async handle({ siteId = '' }, signal) {
      const site = await sites.findCrawl(siteId);
      if (site === undefined) return;
      const agent = createGuardedAgent(allowed);
      try {
        const task = {
          url: site.url,
          earlier: await sites.readEarlier(site),
          seen: await sites.readSeen(site),
          isWanted: () => sites.isWanted(site),
          onVisit: (step: CrawlStep) => sites.recordStep(site, step),
        };
        const result = await crawlSite({ agent, allowed, readPage, timer, limits }, task, signal);
        const isStored = await sites.finishCrawl(site, result);
        log.info({
          event: isStored ? 'site_crawled' : 'site_gone',
          siteId,
          pages: result.report.filter(({ outcome }) => outcome === 'kept').length,
          passages: result.passages.length,
          failure: result.failure,
        });
      } catch (error) {
        if (!signal.aborted) await sites.finishCrawl(site, FAILED);
        throw error;
      } finally {
        await agent.destroy();
      }
    },
    async giveUp({ siteId = '', crawlId }) {
      const site = await sites.findCrawl(siteId);
      if (site !== undefined && site.crawlId === crawlId) await sites.finishCrawl(site, FAILED);
    },
  };
}

/**
 * Reads sites again whose newest crawl, good or bad, ended `hours` ago or earlier; it looks for them
 * every hour. With 0 hours it never does. A site that was never scraped waits for its administrator.
 */
export function createRecrawlJob(deps: {
  sites: SiteStore;
  clock: Clock;
  log: Logger;
  hours: number;
}): JobHandler {
  const { sites, clock, log, hours } = deps;
  return {
    name: RECRAWL_SITES_JOB,
    ...(hours > 0 && { cron: HOURLY }),
    async handle() {
      if (hours === 0) return;
      const endedBy = new Date(clock.now().getTime() - hours * HOUR_MS);
      log.info({ event: 'sites_due', sites: await sites.startDueCrawls(endedBy) });
    },
  };
}
