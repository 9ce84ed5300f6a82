import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPeer } from './load-peer.ts';
import type { Peer, PeerDocument } from './peer.ts';

interface LanceDbModule {
  connect(folder: string): Promise<{
    createTable(name: string, rows: readonly object[]): Promise<Table>;
    close(): void;
  }>;
  Index: { fts(options: object): unknown };
}
interface Table {
  createIndex(column: string, options: object): Promise<void>;
  search(question: string, kind: 'fts', column: string): Query;
}
interface Query {
  select(columns: readonly string[]): Query;
  limit(count: number): Query;
  toArray(): Promise<{ index: number }[]>;
}

/** LanceDB's full text index (native code) with stemming and its stop words. */
export async function createLanceDb(documents: readonly PeerDocument[]): Promise<Peer> {
  const lance = await loadPeer<LanceDbModule>(
    ['@lancedb/lancedb@0.39.0', 'apache-arrow@18.1.0'],
    '@lancedb/lancedb/dist/index.js',
  );
  const folder = await mkdtemp(join(tmpdir(), 'bench-lance-'));
  const connection = await lance.connect(folder);
  const rows = documents.map(({ index, title, text }) => ({ index, text: `${title}\n${text}` }));
  const table = await connection.createTable('passages', rows);
  const config = lance.Index.fts({ stem: true, removeStopWords: true, language: 'English' });
  await table.createIndex('text', { config });
  return {
    name: 'LanceDB',
    search: async (question, limit) => {
      const found = await table
        .search(question, 'fts', 'text')
        .select(['index', '_score'])
        .limit(limit)
        .toArray();
      return found.map(({ index }) => Number(index));
    },
    async close() {
      connection.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
