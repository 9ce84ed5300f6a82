import { createHash } from 'node:crypto';
import { splitDocument } from '../../knowledge/split/split-document.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import { type EarlierPage, SKIP_REASONS, type SkipReason, type Visit } from './crawl-result.ts';
import type { Fetched, Fetcher } from './create-fetcher.ts';
import { type Frontier, normaliseLink } from './frontier.ts';
import { decodePage } from '../../knowledge/extract/web-page/decode-page.ts';
import type { PageContent } from '../../knowledge/extract/web-page/read-page.ts';
import type { PageReader } from './page/create-page-reader.ts';

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
export interface VisitDeps {
  fetcher: Fetcher;
  frontier: Frontier;
  readPage: PageReader;
  limits: CrawlLimits;
  mayVisit: (url: URL) => boolean;
}

/** Asks for one page and reads it. @throws only when the signal aborts. */
export async function visitPage(
  deps: VisitDeps,
  url: URL,
  earlier: ReadonlyMap<string, EarlierPage>,
  signal: AbortSignal,
): Promise<Visit> {
  const { fetcher, frontier, limits, mayVisit } = deps;
  const before = earlier.get(url.href);
  const maxBytes = Math.min(limits.pageBytes, limits.siteBytes - fetcher.bytesRead());
  const wanted = { maxBytes, types: PAGE_TYPES, mayVisit, validators: before };
  const reply = await fetcher.fetch(url, wanted, signal);
  if (reply.kind === 'elsewhere') return { kind: 'moved', location: reply.location.href };
  if (reply.kind === 'failed') {
    const { reason, status = 0 } = reply;
    const isOutage = status >= 500 || OUTAGES.has(reason);
    return { kind: 'skipped', url: url.href, reason, isOutage };
  }
  const landed = normaliseLink(reply.url.href, reply.url.href) ?? reply.url;
  if (landed.href !== url.href && frontier.isSeen(landed)) {
    return { kind: 'skipped', url: url.href, reason: SKIP_REASONS.duplicate };
  }
  return reply.kind === 'unchanged' ? recall(landed, before) : read(deps, reply, signal);
}

function recall({ href: url }: URL, before: EarlierPage | undefined): Visit {
  if (before === undefined) return { kind: 'skipped', url, reason: 'answered 304' };
  const { passages, ...state } = before;
  return { kind: 'page', url, state, passages, canonical: url };
}

async function read(
  deps: VisitDeps,
  reply: Extract<Fetched, { kind: 'body' }>,
  signal: AbortSignal,
): Promise<Visit> {
  const { url, etag, lastModified } = reply;
  const content = await readContent(deps, reply, signal);
  const skip = (reason: SkipReason, outlinks?: string[]): Visit => ({
    kind: 'skipped',
    url: url.href,
    reason,
    ...(outlinks && { outlinks }),
  });
  if (content === undefined) return skip(SKIP_REASONS.unreadable);
  const noindex = content.noindex || NO_INDEX.test(reply.robotsTag);
  const nofollow = content.nofollow || NO_FOLLOW.test(reply.robotsTag);
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
