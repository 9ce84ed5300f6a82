import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { LoadingPage } from '../session/loading-page.tsx';

/** Login and consent stand alone: no navigation leads away from them. */
export function BareLayout() {
  return (
    <Suspense fallback={<LoadingPage />}>
      <Outlet />
    </Suspense>
  );
}
