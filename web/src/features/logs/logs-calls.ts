import { listDocuments } from '@pathway/contract/documents';
import { listLogPassages } from '@pathway/contract/logs';
import { listSites } from '@pathway/contract/sites';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { KnownSource } from './log-coverage.ts';

/** The passages that the answer of a log cites; none for a log that names no id. */
export function useLogPassages(id: string) {
  return useQuery({
    queryKey: ['log-passages', id],
    queryFn: async ({ signal }) =>
      (await callApi(listLogPassages, { params: { id }, signal })).passages,
    enabled: id !== '',
    // What was said does not change.
    staleTime: Infinity,
  });
}

/** Everything that is ready to answer from. */
export function useKnownSources() {
  return useQuery({
    queryKey: ['known-sources'],
    queryFn: async ({ signal }): Promise<KnownSource[]> => {
      const [{ documents }, { sites }] = await Promise.all([
        callApi(listDocuments, { signal }),
        callApi(listSites, { signal }),
      ]);
      return [
        ...documents
          .filter(({ status }) => status === 'Ready')
          .map(({ id, filename }) => ({ id, name: filename })),
        ...sites
          .filter(({ last_scraped: scraped }) => scraped !== null)
          .map(({ id, url }) => ({ id, name: url })),
      ];
    },
  });
}
