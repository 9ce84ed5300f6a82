import type { countDocuments } from '@pathway/contract/documents';
import type { countSites } from '@pathway/contract/sites';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** A count, null while it is not known, and 0 when its call fails or answers no number. */
export function useCount(call: typeof countDocuments | typeof countSites): number | null {
  const count = useQuery({
    queryKey: ['count', call.path],
    queryFn: async ({ signal }) => (await callApi(call, { signal })).count,
    retry: false,
  });
  if (count.isError) return 0;
  return count.data ?? null;
}
