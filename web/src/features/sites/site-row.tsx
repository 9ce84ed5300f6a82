import { DEFAULT_SITE_STATUS, NEVER_SCRAPED } from '@pathway/contract/limits';
import type { Site } from '@pathway/contract/sites';
import { ChevronRight, ExternalLink, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { findButton, focusRow, useFocusAfter } from '../../lib/admin/named-row.ts';
import { completeTag, suggestTags } from '../../lib/admin/tags.ts';
import { formatDate } from '../../lib/dates.ts';
import { TagSuggestions } from '../../ui/admin/tag-suggestions.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Badge, type BadgeTone, RowAction } from '../../ui/data-table.tsx';
import { SMALL_INPUT_CLASSES } from '../../ui/fields.tsx';
import { TagList } from '../../ui/tag.tsx';
import { MESSAGES } from './messages.ts';
import { PageReport } from './page-report.tsx';
import { completesScheme, hasScheme } from './site-draft.ts';
import { NOTICE_ID, type SiteActions } from './sites-calls.ts';
import { isLocked } from './sites-machine.ts';

const { columns } = MESSAGES;

export function SiteRow({ site, actions }: { site: Site; actions: SiteActions }) {
  const [isOpen, setOpen] = useState(false);
  const reportId = useId();
  const isDeleting = actions.rows.busy[site.id] === 'deleting';
  return (
    <>
      <tr
        data-row={site.id}
        data-busy={isDeleting ? '' : undefined}
        data-opened={isOpen ? '' : undefined}
      >
        <td data-label={columns.url} data-cell="full">
          <div className="flex items-center gap-1">
            <IconButton
              size="sm"
              label={MESSAGES.pages.show(site.url || MESSAGES.noUrl)}
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
            <SiteLink id={nameIdOf(site.id)} url={site.url} />
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
/** What a row's buttons are about. */
const nameIdOf = (id: string) => `name-${id}`;

function SiteLink({ id, url }: { id: string; url: string }) {
  if (!hasScheme(url)) {
    return (
      <span id={id} className="font-semibold wrap-anywhere">
        {url || MESSAGES.noUrl}
      </span>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="pr-5 font-semibold wrap-anywhere"
    >
      <span id={id}>{url}</span>
      <ExternalLink aria-hidden size={14} className="absolute mt-1 ml-1.5 inline-block" />
      <span className="sr-only">{MESSAGES.opensNewTab}</span>
    </a>
  );
}

function RowActions({ id, actions }: { id: string; actions: SiteActions }) {
  const busy = actions.rows.busy[id];
  const locked = isLocked(actions.rows, id);
  useFocusAfter(busy !== undefined, () => findButton(id));
  return (
    <div className="row-actions">
      <RowAction
        icon={Pencil}
        aria-describedby={nameIdOf(id)}
        disabled={locked}
        onClick={() => actions.edit(id)}
      >
        {MESSAGES.edit}
      </RowAction>
      <RowAction
        icon={RefreshCw}
        aria-describedby={nameIdOf(id)}
        disabled={locked}
        busy={busy === 'scraping'}
        busyLabel={MESSAGES.scraping}
        onClick={() => void actions.scrape(id)}
      >
        {MESSAGES.scrape}
      </RowAction>
      <RowAction
        icon={Trash2}
        aria-describedby={nameIdOf(id)}
        isFinal
        disabled={locked || actions.isResting}
        busy={busy === 'deleting'}
        busyLabel={MESSAGES.deleting}
        onClick={() => actions.askToDelete(id)}
      >
        {MESSAGES.delete}
      </RowAction>
    </div>
  );
}

/** The two cells that only the server changes. */
function SiteFacts({ site }: { site: Site }) {
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

const TONES = new Map<string, BadgeTone>([
  ['ready', 'green'],
  ['scraping', 'yellow'],
  ['error', 'red'],
]);

/** Any other status, or none, shows as pending. */
function siteStatus(status: Site['status']): { tone: BadgeTone; text: string } {
  const tone = TONES.get(status ?? '');
  if (tone === undefined) return { tone: 'grey', text: DEFAULT_SITE_STATUS };
  return { tone, text: status ?? '' };
}

interface EditedSiteRowProps {
  initialValue: Site;
  isSaving: boolean;
  actions: SiteActions;
}

/** Enter saves, Esc leaves. A form cannot stand around cells, so they name theirs. */
export function EditedSiteRow({ initialValue: site, isSaving, actions }: EditedSiteRowProps) {
  const [draft, setDraft] = useState({ url: site.url, tags: site.tags.join(', ') });
  const formId = useId();
  const [first, tags] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const isRefused = actions.refusedId === site.id;
  useEffect(() => {
    first.current?.focus();
    return () => focusRow(site.id);
  }, [first, site.id]);
  useFocusAfter(isSaving, () => first.current);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) void actions.save(site.id, draft);
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') actions.cancel();
  };
  const scheme = completesScheme(draft.url, (url) => setDraft({ ...draft, url }));

  return (
    <tr data-editing="">
      <td data-label={MESSAGES.columns.url} data-cell="labelled">
        <input
          ref={first}
          form={formId}
          type="url"
          required
          aria-label={MESSAGES.url}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? NOTICE_ID : undefined}
          value={draft.url}
          onChange={({ target }) => {
            actions.correct();
            setDraft({ ...draft, url: target.value });
          }}
          onBlur={scheme.onBlur}
          onKeyDown={(event) => {
            scheme.onKeyDown(event);
            leaveOnEscape(event);
          }}
          className={SMALL_INPUT_CLASSES}
        />
      </td>
      <td data-label={MESSAGES.tags} data-cell="labelled">
        <input
          ref={tags}
          form={formId}
          aria-label={MESSAGES.tags}
          value={draft.tags}
          onChange={({ target }) => setDraft({ ...draft, tags: target.value })}
          onKeyDown={leaveOnEscape}
          className={SMALL_INPUT_CLASSES}
        />
        <div className="mt-1.5 empty:hidden">
          <TagSuggestions
            tags={suggestTags(actions.knownTags, draft.tags)}
            onPick={(tag) => {
              setDraft({ ...draft, tags: completeTag(draft.tags, tag) });
              tags.current?.focus();
            }}
          />
        </div>
      </td>
      <SiteFacts site={site} />
      <td data-label={MESSAGES.columns.actions} data-cell="full">
        <EditActions
          formId={formId}
          isSaving={isSaving}
          onSubmit={submit}
          onCancel={actions.cancel}
        />
      </td>
    </tr>
  );
}

interface EditActionsProps {
  formId: string;
  isSaving: boolean;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
}

function EditActions({ formId, isSaving, onSubmit, onCancel }: EditActionsProps) {
  return (
    <form id={formId} className="row-actions" onSubmit={onSubmit}>
      <Button type="submit" size="sm" busy={isSaving}>
        {MESSAGES.save}
      </Button>
      <Button variant="secondary" size="sm" disabled={isSaving} onClick={onCancel}>
        {MESSAGES.cancel}
      </Button>
    </form>
  );
}
