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
        <Badge tone={tone}>{text}</Badge>
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
