import { listLogs } from '@pathway/contract/logs';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { withTimes } from './log-filters.ts';

export function useLogs() {
  return useQuery({
    queryKey: ['logs'],
    queryFn: async ({ signal }) => withTimes((await callApi(listLogs, { signal })).logs),
    // Rows that move while somebody reads them would be worse than rows a minute old.
    refetchOnWindowFocus: false,
    // Comparing a hundred thousand logs with themselves takes longer than showing them again.
    structuralSharing: false,
  });
}
