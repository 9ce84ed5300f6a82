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

/** The ids of all sources of the kind that a source is of, in the order of their table; undefined until they are known. */
export function useNeighbours(id: string) {
  const { data } = useQuery({
    queryKey: ['reading-neighbours'],
    queryFn: async ({ signal }) => {
      const [{ documents }, { sites }] = await Promise.all([
        callApi(listDocuments, { signal }),
        callApi(listSites, { signal }),
      ]);
      const idsOf = (sources: readonly { id: string }[]) => sources.map((source) => source.id);
      return [
        { kind: 'document', ids: idsOf(documents) },
        { kind: 'site', ids: idsOf(sites) },
      ] as const;
    },
  });
  return data?.find(({ ids }) => ids.includes(id));
}

export function useHide(id: string, onDone: () => void) {
  return useChange(id, onDone, (body: { passage: number; reason: string }) =>
    callApi(hidePassage, { params: { id }, body }),
  );
}

export function useShow(id: string, onDone: () => void) {
  return useChange(id, onDone, (hiding: string) =>
    callApi(showPassage, { params: { id: hiding } }),
  );
}

/**
 * A change is over when the drawer shows it; so is one that came too late, since others have made it. `onDone` is
 * called then, also when what asked for it is no longer drawn.
 */
function useChange<Value, Reply>(
  id: string,
  onDone: () => void,
  change: (value: Value) => Promise<Reply>,
) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: keyOf(id) });
  return useMutation({
    mutationFn: change,
    async onSuccess() {
      await reload();
      onDone();
    },
    onError: (error) => (isGone(error) ? reload() : undefined),
  });
}
