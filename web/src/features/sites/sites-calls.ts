import {
  addSite,
  deleteSite,
  listSitePages,
  listSites,
  scrapeSite,
  type Site,
  updateSite,
} from '@pathway/contract/sites';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { isGone } from '../../lib/is-gone.ts';

const SITES_KEY = ['sites'];
/** How often the list asks again while the server scrapes a site. */
const REFRESH_INTERVAL_MS = 3_000;

export interface SiteValue {
  url: string;
  tags: string[];
}

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

export function useAddSite() {
  return useChange((site: SiteValue) => callApi(addSite, { body: site }));
}

export function useUpdateSite() {
  return useChange(({ id, site }: { id: string; site: SiteValue }) =>
    callApi(updateSite, { params: { id }, body: site }),
  );
}

export function useDeleteSite() {
  return useChange((id: string) => callApi(deleteSite, { params: { id } }));
}

export function useScrapeSite() {
  return useChange((id: string) => callApi(scrapeSite, { params: { id } }));
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
