import type { Visit } from './crawled-page.ts';
import type { Frontier } from './frontier/create-frontier.ts';

/**
 * Tells whether a page came before under another address: by where it leads, by the address that it
 * gives as its own, or by its text. One check belongs to one crawl.
 */
export function createTwinCheck(
  frontier: Frontier,
): (page: Extract<Visit, { kind: 'page' }>, asked: URL) => boolean {
  const hashes = new Set<string>();
  const addresses = new Set<string>();
  return ({ url, canonical, state }, asked) => {
    const landsOnKnown = url !== asked.href && !frontier.markSeen(new URL(url));
    if (landsOnKnown) return true;
    const isKnown = hashes.has(state.contentHash) || addresses.has(canonical);
    hashes.add(state.contentHash);
    addresses.add(canonical).add(url);
    return isKnown;
  };
}
