import type { CrawlLimits } from './crawl-limits.ts';
import { URL_MAX_LENGTH } from './site-address.ts';
import { SKIP_REASONS, type SkipReason } from './crawl-result.ts';

/** An address to ask for, and how many links it is from the start page. */
export interface Target {
  url: URL;
  depth: number;
}

/** The addresses of a site that are still to be asked for, nearest first. */
export interface Frontier {
  /**
   * Adds an address unless it is known. Returns why it is not wanted, when that is to be reported: of
   * addresses of one kind only the first that is too many.
   */
  add(target: Target): SkipReason | undefined;
  /** Marks an address as dealt with. Returns false when it was known already. */
  markSeen(url: URL): boolean;
  isSeen(url: URL): boolean;
  next(): Target | undefined;
  /** How many addresses wait to be asked for. */
  waiting(): number;
}

/** Parameters that say where a visitor came from, not what the page shows. */
const TRACKING =
  /^(?:utm_\w+|(?:g|d|fb|ms|y|tt|li_fat_)?cl(?:id|src)|gclsrc|gbraid|wbraid|mc_[ce]id|_g[al]|_hs\w+|hsctatracking|igsh(?:id)?|mkt_tok|phpsessid|jsessionid|sessionid|sid)$/i;
/** Files that are no text; asking for them would only waste the site's time. */
const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|zip|gz|tgz|rar|7z|exe|dmg|jpe?g|png|gif|svg|webp|avif|ico|bmp|tiff?|mp[34]|m4[av]|wav|ogg|webm|mov|avi|css|m?js|json|xml|rss|ics|woff2?|ttf|eot)$/i;

export function createFrontier(deps: {
  origin: string;
  limits: Pick<CrawlLimits, 'depth' | 'urlsPerPattern'>;
}): Frontier {
  const { origin, limits } = deps;
  const seen = new Set<string>();
  const patterns = new Map<string, number>();
  const levels: Target[][] = [];

  const markSeen = ({ href }: URL) => {
    if (seen.has(href)) return false;
    seen.add(href);
    return true;
  };

  return {
    markSeen,
    isSeen: ({ href }) => seen.has(href),
    add(target) {
      const { url, depth } = target;
      if (url.origin !== origin || depth > limits.depth || !markSeen(url)) return undefined;
      const pattern = toPattern(url);
      const count = (patterns.get(pattern) ?? 0) + 1;
      patterns.set(pattern, count);
      if (count <= limits.urlsPerPattern) (levels[depth] ??= []).push(target);
      return count === limits.urlsPerPattern + 1 ? SKIP_REASONS.pattern : undefined;
    },
    next: () => levels.find((level) => level !== undefined && level.length > 0)?.shift(),
    // A depth that no link has led to yet is a hole in the list.
    waiting: () => levels.reduce((sum, level) => sum + level.length, 0),
  };
}

/** What addresses made by one template share: the path without its numbers, the names of parameters. */
export function toPattern({ pathname, searchParams }: URL): string {
  return [pathname.replace(/\d+/g, '#'), ...searchParams.keys()].join('?');
}

/**
 * A link of a page as the address to ask for: without fragment and tracking, its parameters in
 * order. Undefined for what is no page of the web.
 */
export function normaliseLink(href: string, base: string): URL | undefined {
  const url = URL.parse(href, base);
  if (url === null || !/^https?:$/.test(url.protocol) || FILE.test(url.pathname)) return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '');
  for (const name of new Set(url.searchParams.keys())) {
    if (TRACKING.test(name)) url.searchParams.delete(name);
  }
  // Takes a lone question mark away as well.
  url.searchParams.sort();
  return url.href.length > URL_MAX_LENGTH ? undefined : url;
}
