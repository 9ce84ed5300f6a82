import type { Site, SitePage } from '@pathway/contract/sites';
import { CircleCheck, CircleSlash } from 'lucide-react';
import { failureText } from '../../lib/failure-text.ts';
import { useOpenedItem } from '../../lib/use-opened-item.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/fields.tsx';
import { MESSAGES } from './messages.ts';
import { useSitePages } from './sites-calls.ts';

const { pages: texts } = MESSAGES;

/** What the newest scrape of a site made of each address it met. */
export function PageReport({ site }: { site: Site }) {
  const pages = useSitePages(site);
  const { open } = useOpenedItem('reading');
  if (pages.error !== null) {
    return <FieldError>{failureText(pages.error, texts.failed)}</FieldError>;
  }
  if (pages.data === undefined) return <output>{texts.loading}</output>;
  if (pages.data.length === 0) return <p className="text-ink-2">{texts.none}</p>;
  const kept = pages.data.filter(({ outcome }) => outcome === 'kept');
  return (
    <div className="grid gap-2.5">
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 text-xs text-ink-2">
        <strong>{texts.counts(kept.length, pages.data.length - kept.length)}</strong>
        <span>{texts.changes(describeChanges(pages.data))}</span>
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        aria-haspopup="dialog"
        data-opens-reading={site.id}
        onClick={() => open(site.id)}
      >
        {texts.lookInside}
      </Button>
      <section
        aria-label={texts.list(site.url)}
        className="max-h-88 overflow-y-auto rounded-sm border border-line bg-surface"
      >
        <ul className="divide-y divide-line text-xs leading-normal">
          {pages.data.map((page) => (
            <PageLine key={page.url} page={page} origin={site.url} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function PageLine({ page, origin }: { page: SitePage; origin: string }) {
  const isKept = page.outcome === 'kept';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-3 py-2 tab:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_6rem]">
      <a
        href={page.url}
        target="_blank"
        rel="noopener noreferrer"
        className="wrap-anywhere max-tab:col-span-full"
      >
        {pathOn(origin, page.url)}
        <span className="sr-only">{MESSAGES.opensNewTab}</span>
      </a>
      <span className={`flex items-start gap-1.5 ${isKept ? 'text-success' : 'text-ink-2'}`}>
        {isKept ? (
          <CircleCheck aria-hidden size={14} className="mt-0.5 shrink-0" />
        ) : (
          <CircleSlash aria-hidden size={14} className="mt-0.5 shrink-0 text-ink-3" />
        )}
        {isKept ? texts.kept : `${texts.skipped}: ${page.reason ?? ''}`}
      </span>
      {page.change !== null && <Change change={page.change} />}
    </li>
  );
}

function Change({ change }: { change: NonNullable<SitePage['change']> }) {
  const look = change === 'unchanged' ? 'text-ink-3' : 'font-semibold text-ink';
  return <span className={look}>{texts.change[change]}</span>;
}

const TOLD = ['new', 'changed', 'gone'] as const;

/** How many pages are new, changed or gone, in words. */
function describeChanges(pages: readonly SitePage[]): string {
  const parts = TOLD.flatMap((change) => {
    const count = pages.filter((page) => page.change === change).length;
    return count === 0 ? [] : [`${count} ${MESSAGES.pages.change[change]}`];
  });
  return parts.length === 0 ? MESSAGES.pages.noChanges : parts.join(', ');
}

/** A page's address without what it shares with its site; whole when it lies elsewhere. */
function pathOn(siteUrl: string, pageUrl: string): string {
  const page = URL.parse(pageUrl);
  if (page === null || page.origin !== URL.parse(siteUrl)?.origin) return pageUrl;
  return `${page.pathname}${page.search}`;
}
