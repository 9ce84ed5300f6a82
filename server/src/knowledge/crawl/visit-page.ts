import { createHash } from 'node:crypto';
import type { TitledPassage } from '../index/replace-passages.ts';
import { splitDocument } from '../split/split-document.ts';
import type { CrawlSiteDeps } from './crawl-task.ts';
import type { EarlierPage, PageState } from './crawled-page.ts';
import type { Fetched, Fetcher } from './fetch/create-fetcher.ts';
import type { Frontier, Target } from './frontier/create-frontier.ts';
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

/** What became of one address. */
export type Visit =
  | { kind: 'page'; url: URL; canonical: string; state: PageState; passages: TitledPassage[] }
  | { kind: 'skipped'; url: URL; reason: SkipReason; outlinks?: string[]; isOutage?: boolean }
  | { kind: 'moved'; location: URL };

interface Place {
  target: Target;
  known: { hashes: Set<string>; canonicals: Set<string> };
  earlier: ReadonlyMap<string, EarlierPage>;
}

/** Asks for one page and reads it. @throws only when the signal aborts. */
export async function visitPage(
  deps: VisitDeps,
  { target, known, earlier }: Place,
  signal: AbortSignal,
): Promise<Visit> {
  const { fetcher, frontier, limits, mayVisit } = deps;
  const { url } = target;
  const before = earlier.get(url.href);
  const maxBytes = Math.min(limits.pageBytes, limits.siteBytes - fetcher.bytesRead());
  const wish = { maxBytes, types: PAGE_TYPES, mayVisit, validators: before };
  const answer = await fetcher.fetch(url, wish, signal);
  if (answer.kind === 'elsewhere') return { kind: 'moved', location: answer.location };
  if (answer.kind === 'failed') {
    const { reason, status = 0 } = answer;
    return { kind: 'skipped', url, reason, isOutage: status >= 500 || OUTAGES.has(reason) };
  }
  const landed = normaliseLink(answer.url.href, answer.url.href) ?? answer.url;
  if (landed.href !== url.href && !frontier.markSeen(landed)) {
    return { kind: 'skipped', url, reason: SKIP_REASONS.duplicate };
  }
  const page =
    answer.kind === 'unchanged' ? recall(landed, before) : await read(deps, answer, signal);
  if (page.kind === 'skipped' || page.kind === 'moved') return page;
  const isKnown = known.hashes.has(page.state.contentHash) || known.canonicals.has(page.canonical);
  known.hashes.add(page.state.contentHash);
  known.canonicals.add(page.canonical).add(landed.href);
  if (!isKnown) return page;
  const { outlinks } = page.state;
  return { kind: 'skipped', url: landed, reason: SKIP_REASONS.duplicate, outlinks };
}

function recall(url: URL, before: EarlierPage | undefined): Visit {
  if (before === undefined) return { kind: 'skipped', url, reason: 'answered 304' };
  const { passages, ...state } = before;
  return { kind: 'page', url, state, passages, canonical: url.href };
}

async function read(
  deps: VisitDeps,
  answer: Extract<Fetched, { kind: 'body' }>,
  signal: AbortSignal,
): Promise<Visit> {
  const { url, etag, lastModified } = answer;
  const content = await readContent(deps, answer, signal);
  if (content === undefined) return { kind: 'skipped', url, reason: SKIP_REASONS.unreadable };
  const noindex = content.noindex || NO_INDEX.test(answer.robotsTag);
  const nofollow = content.nofollow || NO_FOLLOW.test(answer.robotsTag);
  const outlinks = nofollow ? [] : listOutlinks(content, url);
  if (noindex) return { kind: 'skipped', url, reason: SKIP_REASONS.noindex, outlinks };
  const title = content.title || `${url.hostname}${url.pathname}`;
  const passages = splitDocument(content).map((draft) => ({ ...draft, title, url: url.href }));
  if (passages.length === 0) return { kind: 'skipped', url, reason: SKIP_REASONS.empty, outlinks };
  const contentHash = createHash('sha256')
    .update(content.blocks.map(({ text }) => text).join('\n'))
    .digest('hex');
  const named = content.canonical === null ? undefined : normaliseLink(content.canonical, url.href);
  const canonical = named?.origin === url.origin ? named.href : url.href;
  return {
    kind: 'page',
    url,
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
