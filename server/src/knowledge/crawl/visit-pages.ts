import type { CrawlTask } from './crawl-task.ts';
import type { CrawlResult, PageReport, Visit } from './crawled-page.ts';
import { createGathering, type Gathering } from './create-gathering.ts';
import { createTwinCheck } from './create-twin-check.ts';
import type { Target } from './frontier/create-frontier.ts';
import { SKIP_REASONS } from './skip-reasons.ts';
import { visitPage, type VisitDeps } from './visit-page.ts';

interface VisitTask extends Omit<CrawlTask, 'url'> {
  /** Pages to visit besides those that links lead to, asked for after the start page. */
  listFurtherPages: () => Promise<string[]>;
}

/**
 * Asks for the pages of the frontier, nearest first, and follows their links, until there are none,
 * a limit is reached, the time is up, or the site fails too often in a row. Pages that the task has
 * seen are not asked for again.
 */
export async function visitPages(
  deps: VisitDeps,
  task: VisitTask,
  { signal, timeUp }: { signal: AbortSignal; timeUp: AbortSignal },
): Promise<CrawlResult & { movedTo?: URL }> {
  const { limits, frontier, fetcher } = deps;
  const gathering = createGathering(deps);
  const isTwin = createTwinCheck(frontier);
  let failures = 0;
  let visited = 0;

  try {
    for (let target = frontier.next(); target !== undefined; target = frontier.next()) {
      const isFull = visited >= limits.pages || gathering.passages.length >= limits.passages;
      if (isFull || fetcher.bytesRead() >= limits.siteBytes || timeUp.aborted) {
        gathering.skip(target.url, SKIP_REASONS.limit);
        break;
      }
      if (!(await task.isWanted())) break;
      if (!deps.mayVisit(target.url)) {
        gathering.skip(target.url, SKIP_REASONS.robots);
        continue;
      }
      visited++;
      const address = target.url.href;
      const known = task.seen.get(address);
      const place = { url: target.url, earlier: task.earlier };
      const visit = known ?? (await visitPage(deps, place, timeUp));
      const isFirst = visited === 1;
      if (isFirst && visit.kind === 'moved') {
        return { passages: [], report: [], movedTo: new URL(visit.location) };
      }
      keep(gathering, { target, visit, isTwin });
      if (known === undefined) {
        const found = Math.min(visited + frontier.waiting(), limits.pages);
        await task.onVisit({ address, visit, done: visited, found });
      }
      failures = visit.kind === 'skipped' && visit.isOutage === true ? failures + 1 : 0;
      if (failures >= limits.failuresInARow) break;
      // Without its start page a site is not the one that the administrator meant.
      if (isFirst && visit.kind === 'skipped' && visit.outlinks === undefined) break;
      if (isFirst) gathering.follow(await task.listFurtherPages(), 1);
    }
  } catch (error) {
    // What was read before the time was up is kept.
    if (signal.aborted || !timeUp.aborted) throw error;
  }
  return conclude(gathering, timeUp);
}

function keep(
  gathering: Gathering,
  {
    target: { url, depth },
    visit,
    isTwin,
  }: { target: Target; visit: Visit; isTwin: ReturnType<typeof createTwinCheck> },
): void {
  if (visit.kind === 'moved') gathering.skip(url, SKIP_REASONS.leadsAway);
  else if (visit.kind === 'skipped' || !isTwin(visit, url)) gathering.take(visit, depth);
  else {
    const { outlinks } = visit.state;
    const twin = { kind: 'skipped', reason: SKIP_REASONS.duplicate, outlinks } as const;
    gathering.take({ ...twin, url: visit.url }, depth);
  }
}

function conclude({ passages, report }: Gathering, timeUp: AbortSignal): CrawlResult {
  return {
    passages: passages.map((passage, ordinal) => ({ ...passage, ordinal })),
    report: [...report],
    ...(passages.length === 0 && { failure: explain(report[0], timeUp) }),
  };
}

/** Why nothing was read: what became of the start page. */
function explain(first: PageReport | undefined, timeUp: AbortSignal) {
  if (first?.outcome === 'skipped') return first.reason;
  return timeUp.aborted ? SKIP_REASONS.tooSlow : SKIP_REASONS.empty;
}
