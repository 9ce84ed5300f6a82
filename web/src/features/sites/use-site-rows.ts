import type { Site } from '@pathway/contract/sites';
import { useReducer } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { MESSAGES } from './messages.ts';
import { readSiteDraft, type SiteDraft } from './site-draft.ts';
import { useAddSite, useDeleteSite, useScrapeSite, useUpdateSite } from './sites-calls.ts';
import { IDLE_ROWS, transitionSiteRows } from './sites-machine.ts';
import type { Notice } from './use-notice.ts';

type ChangeName = keyof typeof MESSAGES.succeeded;

/** The rows' machine with its calls; each change ends in a notice. */
export function useSiteRows(sites: readonly Site[] | undefined, show: ShowNotice) {
  const [rows, send] = useReducer(transitionSiteRows, IDLE_ROWS);
  if (sites !== undefined && rows.edited !== null && !holds(sites, rows.edited.id)) {
    send({ type: 'edited-site-gone' });
  }
  const addition = useAddSite();
  const update = useUpdateSite();
  const deletion = useDeleteSite();
  const scraping = useScrapeSite();

  /** Answers whether the change succeeded, and tells it either way. */
  async function tell(name: ChangeName, change: Promise<unknown>): Promise<boolean> {
    show(null);
    try {
      await change;
      show({ tone: 'success', text: MESSAGES.succeeded[name] });
      return true;
    } catch (error) {
      show({ tone: 'danger', text: failureText(error, MESSAGES.failed[name]) });
      return false;
    }
  }

  return {
    rows,
    isAdding: addition.isPending,
    add: (draft: SiteDraft) => tell('add', addition.mutateAsync(readSiteDraft(draft))),
    edit: (id: string) => send({ type: 'edit-opened', id }),
    cancel: () => send({ type: 'edit-cancelled' }),
    async save(id: string, draft: SiteDraft) {
      send({ type: 'save-started' });
      const site = readSiteDraft(draft);
      const isSaved = await tell('update', update.mutateAsync({ id, site }));
      send({ type: isSaved ? 'saved' : 'save-failed' });
    },
    async scrape(id: string) {
      send({ type: 'scrape-started', id });
      await tell('scrape', scraping.mutateAsync(id));
      send({ type: 'call-ended', id });
    },
    askToDelete: (id: string) => send({ type: 'delete-asked', id }),
    decline: () => send({ type: 'delete-declined' }),
    async confirmDelete() {
      const id = rows.confirmingId;
      if (id === null) return;
      send({ type: 'delete-confirmed' });
      await tell('delete', deletion.mutateAsync(id));
      send({ type: 'call-ended', id });
    },
  };
}

type ShowNotice = (notice: Notice | null) => void;

function holds(sites: readonly Site[], id: string): boolean {
  return sites.some((site) => site.id === id);
}

export type SiteActions = ReturnType<typeof useSiteRows>;
