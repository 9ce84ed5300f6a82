import type { TitledPassage } from '../../server/src/knowledge/index/replace-passages.ts';
import { loadPeer } from './load-peer.ts';

const MINISEARCH = 'minisearch@7.2.0';
const ORAMA = '@orama/orama@3.1.18';

/** Another search engine over the same passages. Answers places in the list it was given. */
export interface Peer {
  name: string;
  search(question: string, limit: number): Promise<number[]>;
}

/** As much of the peers' interfaces as measuring takes; they are no dependencies, so no types come with them. */
interface MiniSearchModule {
  default: new (options: object) => {
    addAll(documents: readonly object[]): void;
    search(query: string): { id: number }[];
  };
}
interface OramaModule {
  create(options: object): unknown;
  insertMultiple(database: unknown, documents: readonly object[]): Promise<unknown>;
  search(database: unknown, query: object): Promise<{ hits: { document: { place: number } }[] }>;
}

/** Installs the peers beside this file when they are missing, and indexes the passages with each. */
export async function createPeers(passages: readonly TitledPassage[]): Promise<Peer[]> {
  const documents = passages.map((passage, place) => ({
    id: place,
    place,
    title: [passage.title, ...passage.headingPath.slice(-1)].join(' '),
    text: passage.text,
  }));
  const miniSearchModule = await loadPeer<MiniSearchModule>(
    MINISEARCH,
    'minisearch/dist/es/index.js',
  );
  const miniSearch = new miniSearchModule.default({ fields: ['title', 'text'] });
  miniSearch.addAll(documents);
  const orama = await loadPeer<OramaModule>(ORAMA, '@orama/orama/dist/esm/index.js');
  const oramaDatabase = orama.create({
    schema: { place: 'number', title: 'string', text: 'string' },
    components: { tokenizer: { language: 'english', stemming: true } },
  });
  await orama.insertMultiple(
    oramaDatabase,
    documents.map(({ place, title, text }) => ({ place, title, text })),
  );
  return [
    {
      name: 'MiniSearch',
      search: async (question, limit) =>
        miniSearch
          .search(question)
          .slice(0, limit)
          .map(({ id }) => id),
    },
    {
      name: 'Orama',
      search: async (question, limit) => {
        const { hits } = await orama.search(oramaDatabase, { term: question, limit });
        return hits.map(({ document }) => document.place);
      },
    },
  ];
}
