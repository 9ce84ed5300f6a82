import type { Site } from '@pathway/contract/sites';
import { ExternalLink, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MESSAGES } from './messages.ts';
import { SiteFacts } from './site-facts.tsx';
import { isLocked } from './sites-machine.ts';
import type { SiteActions } from './use-site-rows.ts';

const { columns } = MESSAGES;

export function SiteRow({ site, actions }: { site: Site; actions: SiteActions }) {
  const isDeleting = actions.rows.busy[site.id] === 'deleting';
  return (
    <tr data-busy={isDeleting ? '' : undefined}>
      <td data-label={columns.url} data-cell="full">
        <a
          href={site.url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 font-semibold wrap-anywhere"
        >
          {site.url}
          <ExternalLink aria-hidden size={14} className="shrink-0" />
          <span className="sr-only">{MESSAGES.opensNewTab}</span>
        </a>
      </td>
      <td data-label={columns.tags} data-cell={site.tags.length === 0 ? 'empty' : undefined}>
        <div className="flex flex-wrap gap-1.5">
          {site.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      </td>
      <SiteFacts site={site} />
      <td data-label={columns.actions} data-cell="full">
        <RowActions id={site.id} actions={actions} />
      </td>
    </tr>
  );
}

function RowActions({ id, actions }: { id: string; actions: SiteActions }) {
  const busy = actions.rows.busy[id];
  const locked = isLocked(actions.rows, id);
  return (
    <div className="row-actions">
      <Button
        variant="ghost"
        size="sm"
        icon={<Pencil aria-hidden size={16} />}
        disabled={locked}
        onClick={() => actions.edit(id)}
      >
        {MESSAGES.edit}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<RefreshCw aria-hidden size={16} />}
        disabled={locked}
        busy={busy === 'scraping'}
        busyLabel={MESSAGES.scraping}
        onClick={() => void actions.scrape(id)}
      >
        {MESSAGES.scrape}
      </Button>
      <Button
        variant="danger-ghost"
        size="sm"
        icon={<Trash2 aria-hidden size={16} />}
        disabled={locked}
        busy={busy === 'deleting'}
        busyLabel={MESSAGES.deleting}
        onClick={() => actions.askToDelete(id)}
      >
        {MESSAGES.delete}
      </Button>
    </div>
  );
}
