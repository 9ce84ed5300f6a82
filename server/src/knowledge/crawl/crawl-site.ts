import { parseSiteUrl } from './address/parse-site-url.ts';
import type { CrawlSiteDeps, CrawlTask } from './crawl-task.ts';
import type { CrawlResult } from './crawled-page.ts';
import { readRobots } from './discover/read-robots.ts';
import { readSitemaps } from './discover/read-sitemaps.ts';
import { createFetcher } from './fetch/create-fetcher.ts';
import { createPace } from './fetch/create-pace.ts';
import { createFrontier } from './frontier/create-frontier.ts';
import { normaliseLink } from './frontier/normalise-link.ts';
import { SKIP_REASONS } from './skip-reasons.ts';
import { visitPages } from './visit-pages.ts';

/**
 * Reads a site from its start page: what robots.txt allows, the pages that links and sitemaps name,
 * within the limits. It ends with what was read until then when the site's time is over.
 *
 * @throws only when the signal aborts, or what `isWanted` throws.
 */
export async function crawlSite(
  deps: CrawlSiteDeps,
  task: CrawlTask,
  signal: AbortSignal,
): Promise<CrawlResult> {
  const start = parseSiteUrl(task.url, deps.allowed);
  if (start === undefined) return fail(SKIP_REASONS.notAllowed);
  const first = await crawlFrom(deps, { ...task, start }, signal);
  const home = first.movedTo;
  if (home === undefined) return first;
  if (!isSameSite(start, home)) return fail(SKIP_REASONS.leadsAway);
  const { movedTo, ...result } = await crawlFrom(deps, { ...task, start: home }, signal);
  return movedTo === undefined ? result : fail(SKIP_REASONS.leadsAway);
}

async function crawlFrom(
  deps: CrawlSiteDeps,
  { start, ...task }: CrawlTask & { start: URL },
  signal: AbortSignal,
): Promise<CrawlResult & { movedTo?: URL }> {
  const { limits, timer } = deps;
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.siteMs)]);
  const pace = createPace(timer, limits.intervalMs);
  const fetcher = createFetcher({ ...deps, pace });
  try {
    const robots = await readRobots({ fetcher, limits }, start.origin, stop);
    if (robots === undefined) return fail(SKIP_REASONS.unreachable);
    const { mayVisit } = robots;
    if (!mayVisit(start)) return fail(SKIP_REASONS.robots);
    pace.setInterval(Math.min(Math.max(limits.intervalMs, robots.delayMs), limits.intervalMaxMs));
    const frontier = createFrontier({ origin: start.origin, limits });
    frontier.add({ url: normaliseLink(start.href, start.href) ?? start, depth: 0 });
    return await visitPages(
      { ...deps, fetcher, frontier, mayVisit },
      {
        ...task,
        async listFurtherPages() {
          const place = { origin: start.origin, named: robots.sitemaps };
          const found = await readSitemaps({ fetcher, limits, mayVisit }, place, stop);
          return found.filter((address) => isBelow(start, address));
        },
      },
      { signal, timeUp: stop },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (stop.aborted) return fail(SKIP_REASONS.tooSlow);
    throw error;
  }
}

/** A site may lead its visitors to its secure or `www` address and is still the one that is trusted. */
function isSameSite(from: URL, to: URL): boolean {
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, '');
  const staysSecure = from.protocol === to.protocol || to.protocol === 'https:';
  const usualPorts = from.port === '' && to.port === '';
  return bare(from) === bare(to) && staysSecure && usualPorts;
}

/** Sitemaps name a whole site; somebody who trusts one folder of it means that folder. */
function isBelow(start: URL, address: string): boolean {
  const folder = start.pathname.replace(/[^/]*$/, '');
  return URL.parse(address)?.pathname.startsWith(folder) ?? false;
}

function fail(failure: CrawlResult['failure']): CrawlResult {
  return { passages: [], report: [], failure };
}
