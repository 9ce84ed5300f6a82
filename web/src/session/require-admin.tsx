import { Navigate, Outlet } from 'react-router';
import { useSession } from './session-context.ts';

/** Opens its routes to administrators. Stands below RequireUser. */
export function RequireAdmin() {
  const { user } = useSession();
  return user?.is_admin ? <Outlet /> : <Navigate to="/chat" replace />;
}
