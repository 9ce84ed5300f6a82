import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { LoadingPage } from '../session/loading-page.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopNavigation } from './top-navigation.tsx';

/** The frame of every screen but login and consent. */
export function MainLayout() {
  return (
    <>
      <SkipLink />
      <TopNavigation />
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
    </>
  );
}
