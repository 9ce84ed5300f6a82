import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { useSession } from './session-context.ts';

/**
 * Any query or mutation that the server refuses for want of a session, of consent or of
 * administrator's rights says so.
 */
export function useRefusalWatch(queries: QueryClient): void {
  const { expire, refresh, requireConsent } = useSession();
  useEffect(() => {
    const react = (error: unknown) => {
      if (!(error instanceof ApiError)) return;
      if (error.status === 401) expire();
      if (error.code === 'consent_required') requireConsent();
      // Rights that were taken away: the guards learn it with the user.
      if (error.code === 'admin_required') void refresh();
    };
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') react(event.action.error);
    });
    const stopMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') react(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [queries, expire, refresh, requireConsent]);
}
