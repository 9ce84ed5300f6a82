import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { ApiError, NetworkError } from '../lib/api-client.ts';
import { useSession, useSignedIn } from '../session/session-context.ts';

/** What the server told is kept per user: it goes when the user goes. */
export function SignedInArea() {
  const { user } = useSignedIn();
  return <UserArea key={user.id} />;
}

function UserArea() {
  const [queries] = useState(createQueryClient);
  useRefusalWatch(queries);
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** Refusals are final; only a lost connection is worth a second try. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => error instanceof NetworkError && failures < 1,
        // Whether the browser is online is a guess; the call itself knows.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Any query or mutation that the server refuses for want of a session, of consent or of
 * administrator's rights says so.
 */
function useRefusalWatch(queries: QueryClient): void {
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
