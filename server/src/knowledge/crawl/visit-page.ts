import { createHash } from 'node:crypto';
import { splitDocument } from '../split/split-document.ts';
import type { CrawlSiteDeps } from './crawl-task.ts';
import type { EarlierPage, Visit } from './crawled-page.ts';
import type { Fetched, Fetcher } from './fetch/create-fetcher.ts';
import type { Frontier } from './frontier/create-frontier.ts';
import { normaliseLink } from './frontier/normalise-link.ts';
import { decodePage } from './page/decode-page.ts';
import type { PageContent } from './page/page-content.ts';
import { SKIP_REASONS, type SkipReason } from './skip-reasons.ts';

const PAGE_TYPES = /^\s*(?:text\/html|text\/plain|application\/xhtml\+xml)\s*(?:;|$)/i;
const NO_INDEX = /\b(?:noindex|none)\b/i;
const NO_FOLLOW = /\b(?:nofollow|none)\b/i;
/** Failures that say more about the site than about one page. */
const OUTAGES = new Set<SkipReason>([
  SKIP_REASONS.unreachable,
  SKIP_REASONS.tooSlow,
  SKIP_REASONS.tooBusy,
]);

/** What visiting the pages of one site takes. */
export interface VisitDeps extends Pick<CrawlSiteDeps, 'readPage' | 'limits'> {
  fetcher: Fetcher;
  frontier: Frontier;
  mayVisit: (url: URL) => boolean;
}

interface Place {
  url: URL;
  earlier: ReadonlyMap<string, EarlierPage>;
}

/** Asks for one page and reads it. @throws only when the signal aborts. */
export async function visitPage(
  deps: VisitDeps,
  { url, earlier }: Place,
  signal: AbortSignal,
): Promise<Visit> {
  const { fetcher, frontier, limits, mayVisit } = deps;
  const before = earlier.get(url.href);
  const maxBytes = Math.min(limits.pageBytes, limits.siteBytes - fetcher.bytesRead());
  const wish = { maxBytes, types: PAGE_TYPES, mayVisit, validators: before };
  const answer = await fetcher.fetch(url, wish, signal);
  if (answer.kind === 'elsewhere') return { kind: 'moved', location: answer.location.href };
  if (answer.kind === 'failed') {
    const { reason, status = 0 } = answer;
    const isOutage = status >= 500 || OUTAGES.has(reason);
    return { kind: 'skipped', url: url.href, reason, isOutage };
  }
  const landed = normaliseLink(answer.url.href, answer.url.href) ?? answer.url;
  if (landed.href !== url.href && frontier.isSeen(landed)) {
    return { kind: 'skipped', url: url.href, reason: SKIP_REASONS.duplicate };
  }
  return answer.kind === 'unchanged' ? recall(landed, before) : read(deps, answer, signal);
}

function recall({ href: url }: URL, before: EarlierPage | undefined): Visit {
  if (before === undefined) return { kind: 'skipped', url, reason: 'answered 304' };
  const { passages, ...state } = before;
  return { kind: 'page', url, state, passages, canonical: url };
}

async function read(
  deps: VisitDeps,
  answer: Extract<Fetched, { kind: 'body' }>,
  signal: AbortSignal,
): Promise<Visit> {
  const { url, etag, lastModified } = answer;
  const content = await readContent(deps, answer, signal);
  const skip = (reason: SkipReason, outlinks?: string[]): Visit => ({
    kind: 'skipped',
    url: url.href,
    reason,
    ...(outlinks && { outlinks }),
  });
  if (content === undefined) return skip(SKIP_REASONS.unreadable);
  const noindex = content.noindex || NO_INDEX.test(answer.robotsTag);
  const nofollow = content.nofollow || NO_FOLLOW.test(answer.robotsTag);
  const outlinks = nofollow ? [] : listOutlinks(content, url);
  if (noindex) return skip(SKIP_REASONS.noindex, outlinks);
  const title = content.title || `${url.hostname}${url.pathname}`;
  const passages = splitDocument(content).map((draft) => ({ ...draft, title, url: url.href }));
  if (passages.length === 0) return skip(SKIP_REASONS.empty, outlinks);
  const contentHash = createHash('sha256')
    .update(content.blocks.map(({ text }) => text).join('\n'))
    .digest('hex');
  const named = content.canonical === null ? undefined : normaliseLink(content.canonical, url.href);
  const canonical = named?.origin === url.origin ? named.href : url.href;
  return {
    kind: 'page',
    url: url.href,
    state: { contentHash, etag, lastModified, outlinks },
    passages,
    canonical,
  };
}

async function readContent(
  { readPage }: VisitDeps,
  { bytes, contentType }: Extract<Fetched, { kind: 'body' }>,
  signal: AbortSignal,
): Promise<PageContent | undefined> {
  const kind = /^\s*text\/plain/i.test(contentType) ? 'txt' : 'html';
  let text: string;
  try {
    text = decodePage(bytes, contentType);
  } catch {
    // Bytes that are no text, whatever the site calls them.
    return undefined;
  }
  const result = await readPage({ kind, bytes: Buffer.from(text) }, signal);
  return result.ok ? result.document : undefined;
}

function listOutlinks({ links, base }: PageContent, url: URL): string[] {
  const from = (base === null ? undefined : URL.parse(base, url.href)?.href) ?? url.href;
  const addresses = links.map((link) => normaliseLink(link, from));
  const own = addresses.filter((address) => address?.origin === url.origin);
  return [...new Set(own.map((address) => address?.href ?? ''))];
}
