import { Navigate, Outlet, useLocation } from 'react-router';
import { LoadingPage } from './loading-page.tsx';
import { useSession } from './session-context.ts';

/** Opens its routes to signed-in users; others sign in first and come back. */
export function RequireUser() {
  const { state } = useSession();
  const { pathname, search } = useLocation();
  if (state.status === 'loading') return <LoadingPage />;
  if (state.status === 'signed-in') return <Outlet />;
  if (state.byChoice) return <Navigate to="/login" replace />;
  return <Navigate to={`/login?from=${encodeURIComponent(pathname + search)}`} replace />;
}
