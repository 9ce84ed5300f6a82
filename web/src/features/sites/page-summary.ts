import type { SitePage } from '@pathway/contract/sites';
import { MESSAGES } from './messages.ts';

const TOLD = ['new', 'changed', 'gone'] as const;

/** How many pages are new, changed or gone, in words. */
export function describeChanges(pages: readonly SitePage[]): string {
  const parts = TOLD.flatMap((change) => {
    const count = pages.filter((page) => page.change === change).length;
    return count === 0 ? [] : [`${count} ${MESSAGES.pages.change[change]}`];
  });
  return parts.length === 0 ? MESSAGES.pages.noChanges : parts.join(', ');
}

/** A page's address without what it shares with its site; whole when it lies elsewhere. */
export function pathOn(siteUrl: string, pageUrl: string): string {
  const page = URL.parse(pageUrl);
  if (page === null || page.origin !== URL.parse(siteUrl)?.origin) return pageUrl;
  return `${page.pathname}${page.search}`;
}
