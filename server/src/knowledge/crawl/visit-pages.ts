import type { TitledPassage } from '../index/replace-passages.ts';
import type { CrawlTask } from './crawl-task.ts';
import type { CrawlResult, PageReport } from './crawled-page.ts';
import { normaliseLink } from './frontier/normalise-link.ts';
import { SKIP_REASONS } from './skip-reasons.ts';
import { visitPage, type VisitDeps } from './visit-page.ts';

interface VisitTask extends Pick<CrawlTask, 'earlier' | 'isWanted'> {
  /** Pages to visit besides those that links lead to, asked for after the start page. */
  listFurtherPages: () => Promise<string[]>;
}

/**
 * Asks for the pages of the frontier, nearest first, and follows their links, until there are none,
 * a limit is reached, the time is up, or the site fails too often in a row.
 */
export async function visitPages(
  deps: VisitDeps,
  task: VisitTask,
  { signal, timeUp }: { signal: AbortSignal; timeUp: AbortSignal },
): Promise<CrawlResult & { movedTo?: URL }> {
  const { limits, frontier, fetcher, mayVisit } = deps;
  const known = { hashes: new Set<string>(), canonicals: new Set<string>() };
  const passages: TitledPassage[] = [];
  const report: PageReport[] = [];
  let failures = 0;
  let visited = 0;
  const tell = (row: PageReport) => {
    // What was kept is needed by the next crawl, however much was skipped.
    if (row.outcome === 'kept' || report.length < limits.reportRows) report.push(row);
  };
  const follow = (addresses: readonly string[], depth: number) => {
    for (const address of addresses) {
      const url = normaliseLink(address, address);
      const reason = url && frontier.add({ url, depth });
      if (url && reason) tell({ url: url.href, outcome: 'skipped', reason });
    }
  };

  try {
    for (let target = frontier.next(); target !== undefined; target = frontier.next()) {
      const isFull = visited >= limits.pages || passages.length >= limits.passages;
      if (isFull || fetcher.bytesRead() >= limits.siteBytes || timeUp.aborted) {
        tell({ url: target.url.href, outcome: 'skipped', reason: SKIP_REASONS.limit });
        break;
      }
      if (!(await task.isWanted())) break;
      if (!mayVisit(target.url)) {
        tell({ url: target.url.href, outcome: 'skipped', reason: SKIP_REASONS.robots });
        continue;
      }
      visited++;
      const place = { target, known, earlier: task.earlier };
      const visit = await visitPage(deps, place, timeUp);
      if (visit.kind === 'moved') {
        if (visited === 1) return { passages: [], report: [], movedTo: visit.location };
        tell({ url: target.url.href, outcome: 'skipped', reason: SKIP_REASONS.leadsAway });
      } else if (visit.kind === 'skipped') {
        tell({ url: visit.url.href, outcome: 'skipped', reason: visit.reason });
        follow(visit.outlinks ?? [], target.depth + 1);
      } else {
        tell({ url: visit.url.href, outcome: 'kept', ...visit.state });
        passages.push(...visit.passages);
        follow(visit.state.outlinks, target.depth + 1);
      }
      failures = visit.kind === 'skipped' && visit.isOutage === true ? failures + 1 : 0;
      if (failures >= limits.failuresInARow) break;
      // Without its start page a site is not the one that the administrator meant.
      if (visited === 1 && visit.kind === 'skipped' && visit.outlinks === undefined) break;
      if (visited === 1) follow(await task.listFurtherPages(), 1);
    }
  } catch (error) {
    // What was read before the time was up is kept.
    if (signal.aborted || !timeUp.aborted) throw error;
  }
  return {
    passages: passages.map((passage, ordinal) => ({ ...passage, ordinal })),
    report,
    ...(passages.length === 0 && { failure: explain(report[0], timeUp) }),
  };
}

/** Why nothing was read: what became of the start page. */
function explain(first: PageReport | undefined, timeUp: AbortSignal) {
  if (first?.outcome === 'skipped') return first.reason;
  return timeUp.aborted ? SKIP_REASONS.tooSlow : SKIP_REASONS.empty;
}
