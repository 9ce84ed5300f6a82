import { loadPeer } from './load-peer.ts';
import type { Peer, PeerDocument } from './peer.ts';

/** As much of the interface as measuring takes; no types come with an undeclared package. */
interface MiniSearchModule {
  default: new (options: object) => {
    addAll(documents: readonly object[]): void;
    search(query: string): { id: number }[];
  };
}

/** MiniSearch with its defaults: BM25+ over both fields, no stemming. */
export async function createMiniSearch(documents: readonly PeerDocument[]): Promise<Peer> {
  const { default: MiniSearch } = await loadPeer<MiniSearchModule>(
    'minisearch@7.2.0',
    'minisearch/dist/es/index.js',
  );
  const index = new MiniSearch({ fields: ['title', 'text'], idField: 'index' });
  index.addAll(documents);
  return {
    name: 'MiniSearch',
    search: async (question, limit) =>
      index
        .search(question)
        .slice(0, limit)
        .map(({ id }) => id),
    close: () => Promise.resolve(),
  };
}
