import type { TitledPassage } from '../../server/src/knowledge/index/passage-store.ts';
import { createLanceDb } from './create-lancedb.ts';
import { createMiniSearch } from './create-minisearch.ts';
import { createOrama } from './create-orama.ts';
import { createWink } from './create-wink.ts';
import type { Peer, PeerDocument } from './peer.ts';

/** Orders of magnitude slower than the others at this size, it would take the rest of the day. */
const ORAMA_MAX_PASSAGES = 20_000;

/**
 * Indexes the passages with each peer, installed beside this file on demand. A peer that cannot be
 * installed on this machine is left out, and the reason is printed.
 */
export async function createPeers(passages: readonly TitledPassage[]): Promise<Peer[]> {
  const documents = passages.map((passage, index): PeerDocument => ({
    index,
    title: [passage.title, ...passage.headingPath.slice(-1)].join(' '),
    text: passage.text,
  }));
  const makers = [createMiniSearch, createWink, createLanceDb];
  if (passages.length <= ORAMA_MAX_PASSAGES) makers.push(createOrama);
  const peers: Peer[] = [];
  for (const make of makers) {
    try {
      peers.push(await make(documents));
    } catch (error) {
      console.error(`${make.name} is left out: ${String(error).slice(0, 300)}`);
    }
  }
  return peers;
}
