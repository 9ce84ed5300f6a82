import { ADMIN_MESSAGE_MS } from '@pathway/contract/limits';
import {
  addSite,
  deleteSite,
  eraseSite,
  listDeletedSites,
  listSitePages,
  listSites,
  restoreSite,
  scrapeSite,
  type Site,
  updateSite,
} from '@pathway/contract/sites';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { useDeletedPlaces } from '../../lib/admin/deleted-places.ts';
import { useDeletedSources } from '../../lib/admin/deleted-sources.ts';
import { listKnownTags } from '../../lib/admin/tags.ts';
import { ApiError, callApi, isGone } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { MESSAGES } from './messages.ts';
import { readSiteDraft, type SiteDraft, type SiteValue } from './site-draft.ts';
import { IDLE_ROWS, transitionSiteRows } from './sites-machine.ts';

const SITES_KEY = ['sites'];
/** How often the list asks again while the server scrapes a site. */
const REFRESH_INTERVAL_MS = 3_000;

export function useSites() {
  return useQuery({
    queryKey: SITES_KEY,
    queryFn: async ({ signal }) => (await callApi(listSites, { signal })).sites,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'scraping') ? REFRESH_INTERVAL_MS : false,
  });
}

/** The report on a site's newest scrape; asked for anew when another scrape has ended. */
export function useSitePages({ id, status, last_scraped }: Site) {
  return useQuery({
    queryKey: [...SITES_KEY, id, 'pages', status, last_scraped],
    queryFn: async ({ signal }) => (await callApi(listSitePages, { params: { id }, signal })).pages,
  });
}

/** A change is over when the list shows it; so is one that came too late, since its site is gone. */
function useChange<Value, Reply>(change: (value: Value) => Promise<Reply>) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: SITES_KEY });
  return useMutation({
    mutationFn: change,
    onSuccess: reload,
    onError: (error) => (isGone(error) ? reload() : undefined),
  });
}

/** What was deleted lately. */
export function useDeletedSites() {
  const calls = {
    listKey: SITES_KEY,
    list: listDeletedSites,
    restore: restoreSite,
    erase: eraseSite,
  };
  return useDeletedSources(calls, MESSAGES.recentlyDeleted);
}

const NO_SITES: readonly Site[] = [];
/** Stands for the site that is being added. */
export const ADDED = 'added';
/** Codes of refusals that an address is the cause of. */
const ADDRESS_REFUSAL = /^site_/;

/** The rows' machine with its calls; each change ends in a notice. */
export function useSiteRows(sites: readonly Site[] | undefined, { show, leave }: Notices) {
  const [rows, send] = useReducer(transitionSiteRows, IDLE_ROWS);
  if (rows.edited !== null && sites?.every(({ id }) => id !== rows.edited?.id)) {
    send({ type: 'edited-site-gone' });
  }
  /** Whose address the server refused last: a row's, or of the one to be added. */
  const [refusedId, setRefusedId] = useState<string | null>(null);
  const places = useDeletedPlaces(sites ?? NO_SITES);
  const knownTags = listKnownTags((sites ?? NO_SITES).filter(({ id }) => id !== rows.edited?.id));
  const addition = useChange((body: SiteValue) => callApi(addSite, { body }));
  const update = useChange(({ id, body }: { id: string; body: SiteValue }) =>
    callApi(updateSite, { params: { id }, body }),
  );
  const deletion = useChange((id: string) => callApi(deleteSite, { params: { id } }));
  const restoration = useChange((id: string) => callApi(restoreSite, { params: { id } }));
  const scraping = useChange((id: string) => callApi(scrapeSite, { params: { id } }));

  /** Returns whether the change succeeded, and tells it either way. */
  async function tell(
    name: keyof typeof MESSAGES.succeeded,
    change: Promise<unknown>,
    id: string = ADDED,
  ): Promise<boolean> {
    show(null);
    setRefusedId(null);
    try {
      await change;
      show({ tone: 'success', text: MESSAGES.succeeded[name] });
      return true;
    } catch (error) {
      const text = failureText(error, MESSAGES.failed[name]);
      show({ tone: 'danger', text, lasts: text !== MESSAGES.failed[name] });
      if (error instanceof ApiError && ADDRESS_REFUSAL.test(error.code)) setRefusedId(id);
      return false;
    }
  }

  return {
    rows,
    placed: places.placed,
    isResting: places.isResting,
    isAdding: addition.isPending,
    knownTags,
    refusedId,
    /** An address that was refused is being corrected. */
    correct: () => setRefusedId(null),
    add: (draft: SiteDraft) => tell('add', addition.mutateAsync(readSiteDraft(draft, knownTags))),
    edit(id: string) {
      leave();
      send({ type: 'edit-opened', id });
    },
    cancel() {
      leave();
      send({ type: 'edit-cancelled' });
    },
    async save(id: string, draft: SiteDraft) {
      send({ type: 'save-started' });
      const body = readSiteDraft(draft, knownTags);
      const isSaved = await tell('update', update.mutateAsync({ id, body }), id);
      send({ type: isSaved ? 'saved' : 'save-failed' });
    },
    async scrape(id: string) {
      send({ type: 'scrape-started', id });
      await tell('scrape', scraping.mutateAsync(id));
      send({ type: 'call-ended', id });
    },
    askToDelete(id: string) {
      leave();
      send({ type: 'delete-asked', id });
    },
    decline: () => send({ type: 'delete-declined' }),
    async confirmDelete() {
      const id = rows.confirmingId;
      if (id === null) return;
      places.keep(id);
      send({ type: 'delete-confirmed' });
      const isDeleted = await tell('delete', deletion.mutateAsync(id));
      send({ type: 'call-ended', id });
      if (isDeleted) places.settle();
      else places.forget(id);
    },
    async restore(id: string) {
      places.expectBack(id);
      send({ type: 'restore-started', id });
      const forgetGone = (error: Error) => isGone(error) && places.forget(id);
      await tell('restore', restoration.mutateAsync(id, { onError: forgetGone }));
      send({ type: 'call-ended', id });
    },
  };
}

export type SiteActions = ReturnType<typeof useSiteRows>;

/** The id of the message, for the field that it is about. */
export const NOTICE_ID = 'site-notice';

interface Notice {
  tone: 'success' | 'danger';
  text: string;
  /** It stays until the next action. */
  lasts?: boolean;
}

type Notices = Pick<ReturnType<typeof useNotice>, 'show' | 'leave'>;

/** The one message above the table. Most go by themselves, but not while somebody reads them. */
export function useNotice() {
  const [notice, show] = useState<Notice | null>(null);
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (notice === null || notice.lasts || isHeld) return;
    const timer = setTimeout(() => show(null), ADMIN_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  /** Another action begins. */
  const leave = () => show((shown) => (shown?.lasts ? null : shown));
  return { notice, show, hold, leave };
}
