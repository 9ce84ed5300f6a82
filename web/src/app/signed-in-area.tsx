import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { useSignedIn } from '../session/session-context.ts';
import { useRefusalWatch } from '../session/use-refusal-watch.ts';
import { createQueryClient } from './create-query-client.ts';

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
