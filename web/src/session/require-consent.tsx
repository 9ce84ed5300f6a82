import { Outlet } from 'react-router';
import { ConsentNeededPage } from './consent-needed-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import { useSession } from './session-context.ts';

/** Opens its routes to users who accepted the terms. Stands below RequireUser. */
export function RequireConsent() {
  const { state } = useSession();
  if (state.status !== 'signed-in' || state.consent === 'unknown') return <LoadingPage />;
  return state.consent === 'given' ? <Outlet /> : <ConsentNeededPage />;
}
