import { lazy, Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { joinClasses } from '../lib/join-classes.ts';
import { CONSOLE_LANGUAGE } from '../lib/language/tell-language.ts';
import { useOpenedItem } from '../lib/use-opened-item.ts';
import { useWebConfig } from '../lib/web-config.ts';
import { LoadingPage } from '../session/guards.tsx';

const ReadingDrawer = lazy(async () => ({
  default: (await import('../features/reading/reading-drawer.tsx')).ReadingDrawer,
}));

/** The console speaks one language alone. */
const MESSAGES = {
  adminNavigation: 'Admin',
  adminTitle: (product: string) => `${product} Admin`,
  adminLinks: [
    { label: 'Dashboard', path: '/admin' },
    { label: 'Documents', path: '/admin/docs' },
    { label: 'Sites', path: '/admin/sites' },
    { label: 'Logs', path: '/admin/logs' },
    { label: 'Users', path: '/admin/users' },
  ],
} as const;

export function AdminLayout() {
  const { opened, open, close } = useOpenedItem('reading');
  return (
    <div lang={CONSOLE_LANGUAGE} className="contents">
      <AdminBar />
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
      {opened !== null && (
        <Suspense>
          <ReadingDrawer id={opened} onOpen={open} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function AdminBar() {
  const { productName } = useWebConfig();
  const { pathname } = useLocation();
  const widest = pathname === '/admin/logs' ? 'var(--width-wide)' : 'var(--width-admin)';
  return (
    <div className="on-field print:hidden">
      <nav
        aria-label={MESSAGES.adminNavigation}
        style={{ maxWidth: `calc(${widest} + 2 * var(--gutter))` }}
        className="mx-auto flex min-h-adminbar flex-col px-gutter pt-3 md:flex-row md:items-stretch md:gap-8 md:pt-0"
      >
        <span className="flex items-center font-display text-[1.0625rem] leading-none font-bold tracking-[-0.01em] whitespace-nowrap">
          {MESSAGES.adminTitle(productName)}
        </span>
        <ul className="-mx-1 flex justify-between min-[360px]:-mx-2 md:mx-0 md:justify-start md:gap-1">
          {MESSAGES.adminLinks.map((link) => (
            <AdminLink key={link.path} {...link} isHere={isAdminLinkActive(link.path, pathname)} />
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Exact paths; the dashboard stands at two addresses, so its link is active at both. */
function isAdminLinkActive(link: string, pathname: string): boolean {
  const path = pathname.replace(/\/$/, '');
  return path === link || (link === '/admin' && path === '/admin/dashboard');
}

function AdminLink(props: { path: string; label: string; isHere: boolean }) {
  return (
    <li>
      <Link
        to={props.path}
        aria-current={props.isHere ? 'page' : undefined}
        className={joinClasses(
          'relative grid min-h-11 place-items-center px-1 text-sm font-semibold no-underline hover:text-on-field focus-visible:-outline-offset-4 min-[360px]:px-2 md:min-h-adminbar md:px-3',
          props.isHere
            ? 'text-on-field after:absolute after:inset-x-1 min-[360px]:after:inset-x-2 after:bottom-0 after:h-0.75 after:rounded-t-[2px] after:bg-accent md:after:inset-x-3'
            : 'text-on-field-2',
        )}
      >
        {props.label}
      </Link>
    </li>
  );
}
