import { gunzipSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { CrawlLimits } from '../crawl-limits.ts';
import type { Fetcher } from '../fetch/create-fetcher.ts';

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
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

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
    const wish = { maxBytes: limits.pageBytes, mayVisit };
    const answer = await fetcher.fetch(url, wish, signal);
    if (answer.kind !== 'body') continue;
    const found = parseSitemap(answer.bytes, limits.pageBytes);
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
