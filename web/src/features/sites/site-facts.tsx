import { NEVER_SCRAPED } from '@pathway/contract/limits';
import type { Site } from '@pathway/contract/sites';
import { formatDate } from '../../lib/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { MESSAGES } from './messages.ts';
import { siteStatus } from './site-status.ts';

/** The two cells that only the server changes. */
export function SiteFacts({ site }: { site: Site }) {
  const { tone, text } = siteStatus(site.status);
  return (
    <>
      <td data-label={MESSAGES.columns.status}>
        <div className="grid gap-1">
          <Badge tone={tone}>{text}</Badge>
          {site.progress && <Progress {...site.progress} />}
          {site.reason !== undefined && (
            <p className="text-xs wrap-anywhere text-danger">{site.reason}</p>
          )}
        </div>
      </td>
      <td data-label={MESSAGES.columns.lastScraped} className="tabular-nums">
        {site.last_scraped ? (
          formatDate(site.last_scraped)
        ) : (
          <span className="text-ink-3">{NEVER_SCRAPED}</span>
        )}
      </td>
    </>
  );
}

/** How far a scrape is. Before its first page nobody knows how many there are. */
function Progress({ done, found }: { done: number; found: number }) {
  if (found === 0) return <p className="text-xs text-ink-3">{MESSAGES.starting}</p>;
  return (
    <div className="grid max-w-40 gap-1">
      <p className="text-xs text-ink-3 tabular-nums">{MESSAGES.progress(done, found)}</p>
      <div aria-hidden className="h-1 overflow-hidden rounded-[2px] bg-surface-3">
        <div
          className="h-full rounded-[2px] bg-primary transition-[width] duration-(--dur-3)"
          style={{ width: `${(100 * done) / found}%` }}
        />
      </div>
    </div>
  );
}
