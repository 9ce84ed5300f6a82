import { listDocuments } from '@pathway/contract/documents';
import { hidePassage, listPassages, readSource, showPassage } from '@pathway/contract/reading';
import { listSites } from '@pathway/contract/sites';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, isGone } from '../../lib/api-client.ts';

/** Passages of one reply. */
export const PASSAGES_PER_PAGE = 50;

const keyOf = (id: string) => ['reading', id];

export function useReading(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'whole'],
    queryFn: ({ signal }) => callApi(readSource, { params: { id }, signal }),
  });
}

/** At most 50 passages from an ordinal on. */
export function usePassages(id: string, from: number) {
  return useQuery({
    queryKey: [...keyOf(id), 'passages', from],
    queryFn: async ({ signal }) => {
      const query = { from: String(from) };
      return (await callApi(listPassages, { params: { id }, query, signal })).passages;
    },
  });
}

/** The ids of all sources of a kind, in the order of their table. */
export function useNeighbours(kind: 'document' | 'site' | undefined) {
  return useQuery({
    queryKey: ['reading', 'neighbours', kind],
    queryFn: async ({ signal }) =>
      kind === 'site'
        ? (await callApi(listSites, { signal })).sites.map(({ id }) => id)
        : (await callApi(listDocuments, { signal })).documents.map(({ id }) => id),
    enabled: kind !== undefined,
  });
}

export function useHide(id: string) {
  return useChange(id, (body: { passage: number; reason: string }) =>
    callApi(hidePassage, { params: { id }, body }),
  );
}

export function useShow(id: string) {
  return useChange(id, (hiding: string) => callApi(showPassage, { params: { id: hiding } }));
}

/** A change is over when the drawer shows it; so is one that came too late, since others have made it. */
function useChange<Value, Reply>(id: string, change: (value: Value) => Promise<Reply>) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: keyOf(id) });
  return useMutation({
    mutationFn: change,
    onSuccess: reload,
    onError: (error) => (isGone(error) ? reload() : undefined),
  });
}
