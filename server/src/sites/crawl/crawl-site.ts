import type { Dispatcher } from 'undici';
import type { TitledPassage } from '../../knowledge/index/passage-store.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import {
  type CrawlResult,
  type CrawlStep,
  type EarlierPage,
  type PageReport,
  SKIP_REASONS,
  type SkipReason,
  type Visit,
} from './crawl-result.ts';
import { type CrawlTimer, createFetcher } from './create-fetcher.ts';
import { createFrontier, type Frontier, normaliseLink, type Target } from './frontier.ts';
import type { PageReader } from './page/create-page-reader.ts';
import { readRobots, readSitemaps } from './robots-and-sitemaps.ts';
import { type AllowedHosts, parseSiteUrl } from './site-address.ts';
import { type VisitDeps, visitPage } from './visit-page.ts';

/** What reading sites takes. */
interface CrawlSiteDeps {
  agent: Dispatcher;
  allowed: AllowedHosts;
  readPage: PageReader;
  timer: CrawlTimer;
  limits: CrawlLimits;
}

/** A site to read. */
type CrawlTask = Omit<VisitTask, 'listFurtherPages'> & { url: string };

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
  { start, ...task }: Omit<CrawlTask, 'url'> & { start: URL },
  signal: AbortSignal,
): Promise<CrawlResult & { movedTo?: URL }> {
  const { limits } = deps;
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.siteMs)]);
  const fetcher = createFetcher(deps);
  try {
    const robots = await readRobots({ fetcher, limits }, start.origin, stop);
    if (robots === undefined) return fail(SKIP_REASONS.unreachable);
    const { mayVisit } = robots;
    if (!mayVisit(start)) return fail(SKIP_REASONS.robots);
    fetcher.setInterval(
      Math.min(Math.max(limits.intervalMs, robots.delayMs), limits.intervalMaxMs),
    );
    const frontier = createFrontier({ origin: start.origin, limits });
    frontier.add({ url: normaliseLink(start.href, start.href) ?? start, depth: 0 });
    return await visitPages(
      { ...deps, fetcher, frontier, mayVisit },
      {
        ...task,
        async listFurtherPages() {
          const site = { origin: start.origin, named: robots.sitemaps };
          const found = await readSitemaps({ fetcher, limits, mayVisit }, site, stop);
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

/** What a crawl knows before it begins, and how it reports. */
interface VisitTask {
  /** Pages of the crawl before, by address. */
  earlier: ReadonlyMap<string, EarlierPage>;
  /** What this crawl saw before its process died, by the address that was asked for. */
  seen: ReadonlyMap<string, Visit>;
  /** Asked before each page; false ends the crawl, whose result nobody wants. */
  isWanted: () => Promise<boolean>;
  /** Called after each address that was asked for. */
  onVisit: (step: CrawlStep) => Promise<void>;
  /** Pages to visit besides those that links lead to, asked for after the start page. */
  listFurtherPages: () => Promise<string[]>;
}

/**
 * Asks for the pages of the frontier, nearest first, and follows their links, until there are none,
 * a limit is reached, the time is up, or the site fails too often in a row. Pages that the task has
 * seen are not asked for again.
 *
 * @returns `movedTo`, and nothing else, when the start page leads to another origin.
 */
async function visitPages(
  deps: VisitDeps,
  task: VisitTask,
  { signal, timeUp }: { signal: AbortSignal; timeUp: AbortSignal },
): Promise<CrawlResult & { movedTo?: URL }> {
  const { limits, frontier, fetcher } = deps;
  const batch = createBatch(deps);
  let failures = 0;
  let visited = 0;

  try {
    for (let target = frontier.next(); target !== undefined; target = frontier.next()) {
      const isFull = visited >= limits.pages || batch.passages.length >= limits.passages;
      if (isFull || fetcher.bytesRead() >= limits.siteBytes || timeUp.aborted) {
        batch.skip(target.url, SKIP_REASONS.limit);
        break;
      }
      if (!(await task.isWanted())) break;
      if (!deps.mayVisit(target.url)) {
        batch.skip(target.url, SKIP_REASONS.robots);
        continue;
      }
      visited++;
      const address = target.url.href;
      const known = task.seen.get(address);
      const visit = known ?? (await visitPage(deps, target.url, task.earlier, timeUp));
      const isFirst = visited === 1;
      if (isFirst && visit.kind === 'moved') {
        return { passages: [], report: [], movedTo: new URL(visit.location) };
      }
      batch.take(visit, target);
      if (known === undefined) {
        const found = Math.min(visited + frontier.waiting(), limits.pages);
        await task.onVisit({ address, visit, done: visited, found });
      }
      failures = visit.kind === 'skipped' && visit.isOutage === true ? failures + 1 : 0;
      if (failures >= limits.failuresInARow) break;
      // Without its start page a site is not the one that the administrator meant.
      if (isFirst && visit.kind === 'skipped' && visit.outlinks === undefined) break;
      if (isFirst) batch.follow(await task.listFurtherPages(), 1);
    }
  } catch (error) {
    // What was read before the time was up is kept.
    if (signal.aborted || !timeUp.aborted) throw error;
  }
  return conclude(batch, timeUp);
}

/** What a crawl has found so far: passages, and a row for each address. */
function createBatch({
  frontier,
  limits,
}: {
  frontier: Frontier;
  limits: Pick<CrawlLimits, 'reportRows'>;
}) {
  const passages: TitledPassage[] = [];
  const report: PageReport[] = [];
  const isDuplicate = createDuplicateCheck(frontier);

  const add = (row: PageReport) => {
    // What was kept is needed by the next crawl, however much was skipped.
    if (row.outcome === 'kept' || report.length < limits.reportRows) report.push(row);
  };
  const skip = ({ href: url }: URL, reason: SkipReason) => add({ url, outcome: 'skipped', reason });
  /** Queues addresses that are `depth` links away from the start page. */
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
    /** Keeps a page or the reason to skip it, and queues the links of either one level further down. */
    take(visit: Visit, { url: asked, depth }: Target) {
      if (visit.kind === 'moved') {
        skip(asked, SKIP_REASONS.leadsAway);
        return;
      }
      const { url } = visit;
      if (visit.kind === 'skipped') add({ url, outcome: 'skipped', reason: visit.reason });
      else if (isDuplicate(visit, asked)) {
        add({ url, outcome: 'skipped', reason: SKIP_REASONS.duplicate });
      } else {
        add({ url, outcome: 'kept', ...visit.state });
        passages.push(...visit.passages);
      }
      follow((visit.kind === 'page' ? visit.state.outlinks : visit.outlinks) ?? [], depth + 1);
    },
  };
}

/**
 * Tells whether a page came before under another address: by where it leads, by the address that it
 * gives as its own, or by its text.
 */
function createDuplicateCheck(frontier: Frontier) {
  const hashes = new Set<string>();
  const addresses = new Set<string>();
  return ({ url, canonical, state }: Extract<Visit, { kind: 'page' }>, asked: URL): boolean => {
    const landsOnKnown = url !== asked.href && !frontier.markSeen(new URL(url));
    if (landsOnKnown) return true;
    const isKnown = hashes.has(state.contentHash) || addresses.has(canonical);
    hashes.add(state.contentHash);
    addresses.add(canonical).add(url);
    return isKnown;
  };
}

function conclude(
  { passages, report }: Pick<CrawlResult, 'passages' | 'report'>,
  timeUp: AbortSignal,
): CrawlResult {
  return {
    passages: passages.map((passage, ordinal) => ({ ...passage, ordinal })),
    report,
    ...(passages.length === 0 && { failure: explain(report[0], timeUp) }),
  };
}

/** Why nothing was read: what became of the start page. */
function explain(first: PageReport | undefined, timeUp: AbortSignal): SkipReason {
  if (first?.outcome === 'skipped') return first.reason;
  return timeUp.aborted ? SKIP_REASONS.tooSlow : SKIP_REASONS.empty;
}
