import { usePageTitle } from '../../lib/use-page-title.ts';
import { useWebConfig } from '../../lib/web-config-context.ts';
import { Page } from '../../ui/page.tsx';
import { AddSiteForm } from './add-site-form.tsx';
import { ConfirmDelete } from './confirm-delete.tsx';
import { MESSAGES } from './messages.ts';
import { NoticeSlot } from './notice-slot.tsx';
import { useSites } from './sites-calls.ts';
import { SitesCard } from './sites-card.tsx';
import { useNotice } from './use-notice.ts';
import { useSiteRows } from './use-site-rows.ts';

export function SitesScreen() {
  const { assistantName } = useWebConfig();
  const { notice, show, hold } = useNotice();
  const sites = useSites();
  const actions = useSiteRows(sites.data, show);
  usePageTitle(MESSAGES.heading);
  const confirming = sites.data?.find(({ id }) => id === actions.rows.confirmingId);
  return (
    <Page>
      <div>
        <h1>{MESSAGES.heading}</h1>
        <p className="mt-1 max-w-[64ch] text-ink-2">{MESSAGES.lead(assistantName)}</p>
      </div>
      <AddSiteForm isAdding={actions.isAdding} onAdd={actions.add} />
      {notice && <NoticeSlot notice={notice} onHold={hold} />}
      <SitesCard sites={sites.isError ? [] : sites.data} actions={actions} />
      {confirming && <ConfirmDelete url={confirming.url} actions={actions} />}
    </Page>
  );
}
