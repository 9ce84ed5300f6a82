import { loadPeer } from './load-peer.ts';
import type { Peer, PeerDocument } from './peer.ts';

interface WinkModule {
  default: () => {
    defineConfig(config: object): void;
    definePrepTasks(tasks: readonly unknown[]): void;
    addDoc(document: object, id: string): void;
    consolidate(): void;
    search(query: string, limit: number): [string, number][];
  };
}
interface WinkTextModule {
  default: {
    string: Record<'lowerCase' | 'removeExtraSpaces' | 'tokenize0', (text: string) => unknown>;
    tokens: Record<'removeWords' | 'stem' | 'propagateNegations', (words: unknown) => unknown>;
  };
}

/** wink-bm25-text-search with the preparation that its documentation shows, and defaults for BM25. */
export async function createWink(documents: readonly PeerDocument[]): Promise<Peer> {
  const packages = ['wink-bm25-text-search@3.1.2', 'wink-nlp-utils@2.1.0'];
  const { default: createEngine } = await loadPeer<WinkModule>(
    packages,
    'wink-bm25-text-search/src/wink-bm25-text-search.js',
  );
  const { default: text } = await loadPeer<WinkTextModule>(
    packages,
    'wink-nlp-utils/src/wink-nlp-utils.js',
  );
  const engine = createEngine();
  engine.defineConfig({ fldWeights: { title: 1, text: 1 } });
  engine.definePrepTasks([
    text.string.lowerCase,
    text.string.removeExtraSpaces,
    text.string.tokenize0,
    text.tokens.propagateNegations,
    text.tokens.removeWords,
    text.tokens.stem,
  ]);
  for (const { index, ...fields } of documents) engine.addDoc(fields, String(index));
  engine.consolidate();
  return {
    name: 'wink-bm25',
    search: async (question, limit) => engine.search(question, limit).map(([id]) => Number(id)),
    close: () => Promise.resolve(),
  };
}
