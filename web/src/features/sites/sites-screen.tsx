import { Globe, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusAfter, useNamedRow } from '../../lib/admin/named-row.ts';
import { completeTag, suggestTags } from '../../lib/admin/tags.ts';
import { usePageTitle, useWebConfig } from '../../lib/web-config.ts';
import { RecentlyDeleted } from '../../ui/admin/recently-deleted.tsx';
import { TagSuggestions } from '../../ui/admin/tag-suggestions.tsx';
import { UndoRow } from '../../ui/admin/undo-row.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TableHead } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyBox, LoadingBox } from '../../ui/state-box.tsx';
import { MESSAGES } from './messages.ts';
import { completesScheme, type SiteDraft } from './site-draft.ts';
import { EditedSiteRow, SiteRow } from './site-row.tsx';
import {
  ADDED,
  NOTICE_ID,
  type SiteActions,
  useDeletedSites,
  useNotice,
  useSiteRows,
  useSites,
} from './sites-calls.ts';

export function SitesScreen() {
  const { assistantName } = useWebConfig();
  const { notice, hold, ...notices } = useNotice();
  const sites = useSites();
  const actions = useSiteRows(sites.data, notices);
  const deleted = useDeletedSites();
  usePageTitle(MESSAGES.heading);
  useNamedRow(sites.isSuccess);
  const confirming = sites.data?.find(({ id }) => id === actions.rows.confirmingId);
  return (
    <Page>
      <div>
        <h1>{MESSAGES.heading}</h1>
        <p className="mt-1 max-w-[64ch] text-ink-2">{MESSAGES.introduction(assistantName)}</p>
      </div>
      <AddSiteForm actions={actions} />
      {notice && (
        <div id={NOTICE_ID} onPointerEnter={() => hold(true)} onPointerLeave={() => hold(false)}>
          <Alert tone={notice.tone}>{notice.text}</Alert>
        </div>
      )}
      <Card aria-label={MESSAGES.list} className="overflow-hidden">
        {sites.isPending && <LoadingBox text={MESSAGES.loading} />}
        {(sites.isError || sites.data?.length === 0) && (
          <EmptyBox Icon={Globe} text={MESSAGES.empty} />
        )}
        {sites.isSuccess && actions.placed.length > 0 && <SitesTable actions={actions} />}
      </Card>
      <RecentlyDeleted texts={MESSAGES.recentlyDeleted} {...deleted} />
      {confirming && <ConfirmDelete url={confirming.url} actions={actions} />}
    </Page>
  );
}

const EMPTY: SiteDraft = { url: '', tags: '' };

function AddSiteForm({ actions }: { actions: SiteActions }) {
  const { isAdding, knownTags } = actions;
  const [draft, setDraft] = useState(EMPTY);
  const [url, tags] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const isRefused = actions.refusedId === ADDED;
  useFocusAfter(isAdding, () => url.current);

  async function submit() {
    if (await actions.add(draft)) setDraft(EMPTY);
  }

  return (
    <form
      aria-label={MESSAGES.addForm}
      className="grid grid-cols-[minmax(0,1fr)] items-end gap-4 rounded-md border border-line bg-surface p-4 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_auto] md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAdding) void submit();
      }}
    >
      <TextField
        ref={url}
        label={MESSAGES.url}
        invalid={isRefused}
        errorId={NOTICE_ID}
        type="url"
        required
        placeholder={MESSAGES.urlPlaceholder}
        value={draft.url}
        onChange={({ target }) => {
          actions.correct();
          setDraft({ ...draft, url: target.value });
        }}
        {...completesScheme(draft.url, (url) => setDraft({ ...draft, url }))}
      />
      <TextField
        ref={tags}
        label={MESSAGES.tags}
        placeholder={MESSAGES.tagsPlaceholder}
        value={draft.tags}
        onChange={({ target }) => setDraft({ ...draft, tags: target.value })}
      />
      <Button
        type="submit"
        icon={<Plus aria-hidden size={18} />}
        busy={isAdding}
        busyLabel={MESSAGES.adding}
      >
        {MESSAGES.add}
      </Button>
      <div className="empty:hidden md:col-span-2 md:col-start-2">
        <TagSuggestions
          tags={suggestTags(knownTags, draft.tags)}
          onPick={(tag) => {
            setDraft({ ...draft, tags: completeTag(draft.tags, tag) });
            tags.current?.focus();
          }}
        />
      </div>
    </form>
  );
}

function SitesTable({ actions }: { actions: SiteActions }) {
  const { edited, busy } = actions.rows;
  return (
    <table aria-label={MESSAGES.list} className="data-table">
      <colgroup>
        <col className="w-[31%]" />
        <col />
        <col className="w-31" />
        <col className="w-31" />
        <col className="w-84" />
      </colgroup>
      <TableHead columns={MESSAGES.columns} />
      <tbody>
        {actions.placed.map(({ item: site, isDeleted }) =>
          isDeleted ? (
            <UndoRow
              key={site.id}
              columns={Object.keys(MESSAGES.columns).length}
              name={site.url || MESSAGES.noUrl}
              isUndoing={busy[site.id] === 'restoring'}
              onUndo={() => void actions.restore(site.id)}
            />
          ) : edited?.id === site.id ? (
            <EditedSiteRow
              key={site.id}
              initialValue={site}
              isSaving={edited.isSaving}
              actions={actions}
            />
          ) : (
            <SiteRow key={site.id} site={site} actions={actions} />
          ),
        )}
      </tbody>
    </table>
  );
}

interface ConfirmDeleteProps {
  url: string;
  actions: Pick<SiteActions, 'decline' | 'confirmDelete'>;
}

function ConfirmDelete({ url, actions }: ConfirmDeleteProps) {
  return (
    <Dialog
      role="alertdialog"
      labelledBy="confirm-delete"
      describedBy="confirm-delete-question"
      onDismiss={actions.decline}
      className="max-w-100 p-6"
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <h2 id="confirm-delete">{MESSAGES.confirmHeading}</h2>
          <p id="confirm-delete-question">{MESSAGES.confirm}</p>
          <p className="text-sm wrap-anywhere text-ink-3">{url}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" data-autofocus onClick={actions.decline}>
            {MESSAGES.cancel}
          </Button>
          <Button variant="danger" onClick={() => void actions.confirmDelete()}>
            {MESSAGES.delete}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
