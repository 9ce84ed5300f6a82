import type { Call } from '@pathway/contract/call';
import type { DeletedSource } from '@pathway/contract/deleted-source';
import type { acceptedDeletedList } from '@pathway/contract/deleted-source';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, isGone } from '../api-client.ts';
import { failureText } from '../failure-text.ts';

interface DeletedCalls {
  /** The key of the list that they come from; it is loaded again with each change. */
  listKey: readonly string[];
  list: Call & { accepts: typeof acceptedDeletedList };
  restore: Call;
  erase: Call;
}

interface DeletedTexts {
  listFailed: string;
  restoreFailed: string;
  eraseFailed: string;
}

/** What was deleted lately, asked for once somebody opens it, and what can be done with it. */
export function useDeletedSources({ listKey, ...calls }: DeletedCalls, texts: DeletedTexts) {
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: listKey });
  const query = useQuery({
    queryKey: [...listKey, 'deleted'],
    queryFn: async ({ signal }): Promise<DeletedSource[]> =>
      (await callApi(calls.list, { signal })).deleted,
    enabled: isOpen,
  });
  const change = useMutation({
    mutationFn: ({ id, act }: { id: string; act: 'restore' | 'erase' }) =>
      callApi(calls[act], { params: { id } }),
    onSuccess: reload,
    onError: (failure) => (isGone(failure) ? reload() : undefined),
  });

  async function run(id: string, act: 'restore' | 'erase') {
    setError(null);
    try {
      await change.mutateAsync({ id, act });
    } catch (failure) {
      setError(failureText(failure, act === 'restore' ? texts.restoreFailed : texts.eraseFailed));
    }
  }

  return {
    isOpen,
    setOpen,
    items: query.data,
    error: query.error === null ? error : failureText(query.error, texts.listFailed),
    busy: change.isPending ? change.variables : null,
    restore: (id: string) => run(id, 'restore'),
    erase: (id: string) => run(id, 'erase'),
  };
}
