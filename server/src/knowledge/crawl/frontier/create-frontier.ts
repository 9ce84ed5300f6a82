import type { CrawlLimits } from '../crawl-limits.ts';
import { SKIP_REASONS, type SkipReason } from '../skip-reasons.ts';

/** An address to ask for, and how many links it is from the start page. */
export interface Target {
  url: URL;
  depth: number;
}

/** The addresses of a site that are still to be asked for, nearest first. */
export interface Frontier {
  /**
   * Adds an address unless it is known; answers why it is not wanted, when there is a reason to tell:
   * of addresses of one kind the first that is too many stands for all that follow.
   */
  add(target: Target): SkipReason | undefined;
  /** Marks an address as dealt with; answers false when it was known already. */
  markSeen(url: URL): boolean;
  isSeen(url: URL): boolean;
  next(): Target | undefined;
  /** How many addresses wait to be asked for. */
  waiting(): number;
}

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
