import { addStarterDocuments } from '../../../test/add-starter-documents.ts';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import type { EmbeddingModel } from '../../knowledge/embed/embedding-model.ts';
import { embedMissing } from '../../knowledge/index/embed-missing.ts';
import { loadReadyVectors } from '../../knowledge/index/ready-vectors.ts';
import { createPassageSearch } from '../../knowledge/search/create-passage-search.ts';
import type { PassageSearch } from '../../knowledge/search/passage.ts';
import type { Database } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log/create-logger.ts';

const EMBEDDING_LIMIT_MS = 600_000;

/**
 * For tests: the starter documents with their sections in a database of their own, searched on words alone
 * unless an encoder is given; the bundled one's vectors are ready-made.
 */
export async function openStarterSearch(encoder?: {
  forPassages: EmbeddingModel;
  forQuestions: EmbeddingModel;
}): Promise<{
  db: Database['db'];
  search: PassageSearch;
  /** The title under which a file is cited. */
  titles: ReadonlyMap<string, string>;
  close(): Promise<void>;
}> {
  const { db, close } = await createTestDatabase();
  const titles = await addStarterDocuments(db);
  const log = createLogger('silent');
  if (encoder !== undefined) {
    const deps = { db, embeddings: encoder.forPassages, ready: loadReadyVectors(), log };
    await embedMissing(deps, {}, AbortSignal.timeout(EMBEDDING_LIMIT_MS));
  }
  return {
    db,
    search: createPassageSearch({ db, embeddings: encoder?.forQuestions, log }),
    titles,
    close,
  };
}
