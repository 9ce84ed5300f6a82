import { QueryClient } from '@tanstack/react-query';
import { NetworkError } from '../lib/network-error.ts';

/** Refusals are final; only a lost connection is worth a second try. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => error instanceof NetworkError && failures < 1,
        // An answer to "is the browser online" is a guess; the call itself knows.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
