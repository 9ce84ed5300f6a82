import { XMLParser } from 'fast-xml-parser';
import robotsParser from 'robots-parser';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { CRAWLER_NAME, type CrawlLimits } from './crawl-limits.ts';
import type { Fetcher } from './create-fetcher.ts';

/**
 * Limit of characters that all rules with wildcards have together: matching one takes time in the
 * product of its length and the address's. The largest real files stay far below.
 */
const MAX_WILDCARD_CHARACTERS = 16 * 1024;

/** The package's types describe another kind of module than it is. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;
const OPEN: RobotRules = { mayVisit: () => true, delayMs: 0, sitemaps: [] };
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** What a site allows the crawler. */
interface RobotRules {
  mayVisit(url: URL): boolean;
  /** Pause between requests that the site asks for, in milliseconds. */
  delayMs: number;
  sitemaps: string[];
}

/**
 * The rules of an origin's robots.txt (RFC 9309): without one everything is allowed; one that the
 * server cannot give makes the whole site unreachable.
 *
 * @returns undefined when the site must not be read.
 */
export async function readRobots(
  deps: { fetcher: Fetcher; limits: CrawlLimits },
  origin: string,
  signal: AbortSignal,
): Promise<RobotRules | undefined> {
  const url = new URL('/robots.txt', origin);
  const wanted = { maxBytes: deps.limits.robotsBytes, mayCut: true };
  const reply = await deps.fetcher.fetch(url, wanted, signal);
  switch (reply.kind) {
    case 'body': {
      const text = new TextDecoder().decode(reply.bytes);
      const wildcards = text.match(/^[^#\n]*:[^#\n]*\*[^#\n]*/gm)?.join('') ?? '';
      if (wildcards.length > MAX_WILDCARD_CHARACTERS) return undefined;
      const robots = parseRobots(url.href, text);
      return {
        mayVisit: (page) => robots.isAllowed(page.href, CRAWLER_NAME) !== false,
        delayMs: (robots.getCrawlDelay(CRAWLER_NAME) ?? 0) * 1_000,
        sitemaps: robots.getSitemaps(),
      };
    }
    case 'failed': {
      const { status = 500 } = reply;
      return status >= 400 && status < 500 && status !== 429 ? OPEN : undefined;
    }
    // Where robots.txt leads away, the pages do as well, and their new home has its own.
    default:
      return OPEN;
  }
}

const parser = new XMLParser({
  // Entities can be defined to grow without end; the five that XML knows are replaced below.
  processEntities: false,
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'url' || name === 'sitemap',
});
const entry = z.array(z.object({ loc: z.string() }).catch({ loc: '' })).catch([]);
const sitemapSchema = z.object({
  urlset: z.object({ url: entry }).catch({ url: [] }),
  sitemapindex: z.object({ sitemap: entry }).catch({ sitemap: [] }),
});

/**
 * Addresses that the sitemaps of a site name, in their order. Sitemaps of other origins are not read;
 * broken ones count as empty.
 */
export async function readSitemaps(
  deps: { fetcher: Fetcher; limits: CrawlLimits; mayVisit: (url: URL) => boolean },
  { origin, named }: { origin: string; named: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  const { fetcher, limits, mayVisit } = deps;
  const waiting = named.length > 0 ? [...named] : [`${origin}/sitemap.xml`];
  const seen = new Set<string>();
  const pages: string[] = [];
  for (const address of waiting) {
    const url = URL.parse(address, origin);
    if (seen.size >= limits.sitemaps || pages.length >= limits.sitemapUrls) break;
    if (url === null || url.origin !== origin || seen.has(url.href) || !mayVisit(url)) continue;
    seen.add(url.href);
    const wanted = { maxBytes: limits.pageBytes, mayVisit };
    const reply = await fetcher.fetch(url, wanted, signal);
    if (reply.kind !== 'body') continue;
    const found = parseSitemap(reply.bytes, limits.pageBytes);
    waiting.push(...found.sitemaps);
    pages.push(...found.pages.map((page) => URL.parse(page, url.href)?.href ?? ''));
  }
  return pages.slice(0, limits.sitemapUrls);
}

/** The pages and further sitemaps of a sitemap file, plain or gzipped; none when it is broken. */
export function parseSitemap(
  bytes: Uint8Array,
  maxBytes: number,
): { pages: string[]; sitemaps: string[] } {
  try {
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes;
    const parsed = sitemapSchema.parse(parser.parse(new TextDecoder().decode(plain)));
    return {
      pages: listAddresses(parsed.urlset.url),
      sitemaps: listAddresses(parsed.sitemapindex.sitemap),
    };
  } catch {
    // Whatever is wrong with a stranger's file: it names no pages, and links still do.
    return { pages: [], sitemaps: [] };
  }
}

function listAddresses(entries: readonly { loc: string }[]): string[] {
  return entries.map(({ loc }) => decodeEntities(loc)).filter((address) => address !== '');
}

function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}
