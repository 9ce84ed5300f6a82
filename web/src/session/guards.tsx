import { useEffect } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useMessages } from '../lib/language/messages.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Runner } from '../ui/drawings.tsx';
import { FullPageState } from '../ui/page.tsx';
import { MESSAGES } from './messages.ts';
import { useSession } from './session-context.ts';
import { isByChoice } from './session-machine.ts';

/** Opens its routes to signed-in users; others sign in first and come back. */
export function RequireUser() {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  if (state.status === 'loading') return <LoadingPage />;
  if (state.status === 'signed-in') return <Outlet />;
  if (isByChoice(state.reason)) return <Navigate to="/login" replace />;
  return <Navigate to={`/login?from=${encodeURIComponent(pathname + search)}`} replace />;
}

/** What led to the sign-in: the landing page's invitation, or a path that no page has. */
export type WayToLogin = 'invitation' | 'no-such-page';

/** For any other path: leads to the sign-in, which says why. */
export function NoSuchPage() {
  return <Navigate to="/login" state={'no-such-page' satisfies WayToLogin} replace />;
}

/** The invitation alone gives a referrer; the policy of every page withholds it. */
export function useCameBy(way: WayToLogin): boolean {
  const { state } = useLocation();
  return (
    state === way || (way === 'invitation' && document.referrer.startsWith(`${location.origin}/`))
  );
}

/** Opens its routes to users who accepted the terms. Stands below RequireUser. */
export function RequireConsent() {
  const { state } = useSession();
  if (state.status !== 'signed-in' || state.consent === 'unknown') return <LoadingPage />;
  return state.consent === 'given' ? <Outlet /> : <ConsentNeededPage />;
}

/** Opens its routes to administrators. Stands below RequireUser. */
export function RequireAdmin() {
  const { user } = useSession();
  return user?.is_admin ? <Outlet /> : <Navigate to="/chat" replace />;
}

/** Long enough to read the sentence, short enough not to wait for. */
const READING_TIME_MS = 2_000;

/** Says why the route is closed, and leads to the consent screen by itself. */
function ConsentNeededPage() {
  const messages = useMessages(MESSAGES);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/consent'), READING_TIME_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <FullPageState>
      <h1 className="font-sans text-lg font-normal tracking-normal">{messages.consentNeeded}</h1>
      <Link to="/consent" className={buttonClasses('secondary')}>
        {messages.reviewAndAccept}
      </Link>
    </FullPageState>
  );
}

export function LoadingPage() {
  const messages = useMessages(MESSAGES);
  return (
    <FullPageState>
      <Runner />
      <h1 className="font-sans text-lg font-normal tracking-normal">{messages.loading}</h1>
    </FullPageState>
  );
}
