import { loadPeer } from './load-peer.ts';
import type { Peer, PeerDocument } from './peer.ts';

interface OramaModule {
  create(options: object): unknown;
  insertMultiple(database: unknown, documents: readonly object[]): Promise<unknown>;
  search(database: unknown, query: object): Promise<{ hits: { document: { index: number } }[] }>;
}

/** Orama's full text search with English stemming. */
export async function createOrama(documents: readonly PeerDocument[]): Promise<Peer> {
  const orama = await loadPeer<OramaModule>(
    '@orama/orama@3.1.18',
    '@orama/orama/dist/esm/index.js',
  );
  const database = orama.create({
    schema: { index: 'number', title: 'string', text: 'string' },
    components: { tokenizer: { language: 'english', stemming: true } },
  });
  await orama.insertMultiple(database, documents);
  return {
    name: 'Orama',
    search: async (question, limit) => {
      const { hits } = await orama.search(database, { term: question, limit });
      return hits.map(({ document }) => document.index);
    },
    close: () => Promise.resolve(),
  };
}
