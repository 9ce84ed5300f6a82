import robotsParser from 'robots-parser';
import { CRAWLER_NAME, type CrawlLimits } from '../crawl-limits.ts';
import type { Fetcher } from '../fetch/create-fetcher.ts';

/**
 * Most characters that rules with wildcards may have together. Matching one takes time with the
 * product of its length and the address's, and the largest real files stay far below.
 */
const MAX_WILDCARD_CHARACTERS = 16 * 1024;

/** The package's types describe another kind of module than it is. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** What a site allows the crawler. */
export interface RobotRules {
  mayVisit(url: URL): boolean;
  /** Pause between requests that the site asks for, in milliseconds. */
  delayMs: number;
  sitemaps: string[];
}

const OPEN: RobotRules = { mayVisit: () => true, delayMs: 0, sitemaps: [] };

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
  const wish = { maxBytes: deps.limits.robotsBytes, mayCut: true };
  const answer = await deps.fetcher.fetch(url, wish, signal);
  switch (answer.kind) {
    case 'body': {
      const text = new TextDecoder().decode(answer.bytes);
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
      const { status = 500 } = answer;
      return status >= 400 && status < 500 && status !== 429 ? OPEN : undefined;
    }
    // Where robots.txt leads away, the pages do as well, and their new home has its own.
    default:
      return OPEN;
  }
}
