import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useMessages } from '../lib/language/messages.ts';
import { useWebConfig } from '../lib/web-config.ts';
import { LoadingPage } from '../session/guards.tsx';
import { useSession } from '../session/session-context.ts';
import { LogoMark } from '../ui/drawings.tsx';
import { ThemeToggle } from '../ui/theme/theme-toggle.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { MESSAGES } from './messages.ts';

/** The frame of every screen but login and consent. */
export function MainLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLink />
      <TopNavigation />
      {/* The links to what is loaded already stay when a screen cannot be. */}
      <ErrorBoundary path={pathname}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

function TopNavigation() {
  const messages = useMessages(MESSAGES);
  const { productName } = useWebConfig();
  const { user } = useSession();
  return (
    <header className="sticky top-0 z-(--z-nav) border-b border-line bg-surface print:hidden">
      <div className="flex h-nav items-center px-gutter xs:gap-2">
        <Link
          to="/"
          className="mr-auto inline-flex min-h-control items-center gap-2 font-display text-lg leading-none font-bold tracking-[-0.02em] text-ink no-underline xs:gap-2.5 xs:text-[1.25rem]"
        >
          <LogoMark />
          {productName}
        </Link>
        <nav aria-label={messages.mainNavigation}>
          <ul className="flex gap-0.5">
            <NavigationLink to="/chat">{messages.chat}</NavigationLink>
            <NavigationLink to="/profile">{messages.profile}</NavigationLink>
            {user?.is_admin && <NavigationLink to="/admin">{messages.admin}</NavigationLink>}
          </ul>
        </nav>
        <ThemeToggle label={messages.switchTheme} />
      </div>
    </header>
  );
}

function NavigationLink({ to, children }: { to: string; children: string }) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <li>
      <Link
        to={to}
        aria-current={isHere ? 'page' : undefined}
        className={
          'relative grid min-h-control place-items-center rounded-sm px-1 text-md font-semibold text-ink-2 no-underline hover:bg-surface-2 hover:text-ink min-[360px]:px-2.5 xs:px-3.5 ' +
          'aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-1 aria-[current]:after:bottom-0.75 ' +
          'aria-[current]:after:h-0.75 aria-[current]:after:rounded-[2px] aria-[current]:after:bg-accent min-[360px]:aria-[current]:after:inset-x-2.5 xs:aria-[current]:after:inset-x-3.5'
        }
      >
        {children}
      </Link>
    </li>
  );
}

function SkipLink() {
  const messages = useMessages(MESSAGES);
  return (
    <a
      href="#main"
      // An entry of the history with this address would take the focus again whenever one comes back to it.
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="absolute -top-15 left-gutter z-(--z-tip) rounded-sm bg-primary px-4 py-2.5 text-on-primary focus:top-2"
    >
      {messages.skip}
    </a>
  );
}

/** Login and consent stand alone: no navigation leads away from them. */
export function BareLayout() {
  return (
    <Suspense fallback={<LoadingPage />}>
      <Outlet />
    </Suspense>
  );
}
