import type { Site } from '@pathway/contract/sites';
import { ChevronRight, ExternalLink, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { MESSAGES } from './messages.ts';
import { PageReport } from './page-report.tsx';
import { SiteFacts } from './site-facts.tsx';
import { isLocked } from './sites-machine.ts';
import type { SiteActions } from './use-site-rows.ts';

const { columns } = MESSAGES;

export function SiteRow({ site, actions }: { site: Site; actions: SiteActions }) {
  const [isOpen, setOpen] = useState(false);
  const reportId = useId();
  const isDeleting = actions.rows.busy[site.id] === 'deleting';
  return (
    <>
      <tr data-busy={isDeleting ? '' : undefined} data-opened={isOpen ? '' : undefined}>
        <td data-label={columns.url} data-cell="full">
          <div className="flex items-center gap-1">
            <IconButton
              size="sm"
              label={MESSAGES.pages.show(site.url)}
              aria-expanded={isOpen}
              aria-controls={isOpen ? reportId : undefined}
              className="-ml-2"
              icon={
                <ChevronRight
                  aria-hidden
                  size={18}
                  className={`transition-transform duration-(--dur-1) ${isOpen ? 'rotate-90' : ''}`}
                />
              }
              onClick={() => setOpen(!isOpen)}
            />
            <SiteLink url={site.url} />
          </div>
        </td>
        <td data-label={columns.tags} data-cell={site.tags.length === 0 ? 'empty' : undefined}>
          <TagList tags={site.tags} />
        </td>
        <SiteFacts site={site} />
        <td data-label={columns.actions} data-cell="full">
          <RowActions id={site.id} actions={actions} />
        </td>
      </tr>
      {isOpen && (
        <tr id={reportId} data-detail="">
          <td colSpan={Object.keys(columns).length} data-cell="full">
            <PageReport site={site} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The sign stands in the room behind the text, so that it never wraps alone. */
function SiteLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="pr-5 font-semibold wrap-anywhere"
    >
      {url}
      <ExternalLink aria-hidden size={14} className="absolute mt-1 ml-1.5 inline-block" />
      <span className="sr-only">{MESSAGES.opensNewTab}</span>
    </a>
  );
}

function RowActions({ id, actions }: { id: string; actions: SiteActions }) {
  const busy = actions.rows.busy[id];
  const locked = isLocked(actions.rows, id);
  return (
    <div className="row-actions">
      <RowAction icon={Pencil} disabled={locked} onClick={() => actions.edit(id)}>
        {MESSAGES.edit}
      </RowAction>
      <RowAction
        icon={RefreshCw}
        disabled={locked}
        busy={busy === 'scraping'}
        busyLabel={MESSAGES.scraping}
        onClick={() => void actions.scrape(id)}
      >
        {MESSAGES.scrape}
      </RowAction>
      <RowAction
        icon={Trash2}
        isFinal
        disabled={locked}
        busy={busy === 'deleting'}
        busyLabel={MESSAGES.deleting}
        onClick={() => actions.askToDelete(id)}
      >
        {MESSAGES.delete}
      </RowAction>
    </div>
  );
}
