import { readdir, readFile } from 'node:fs/promises';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import type { EmbeddingModel } from '../../knowledge/embed/embedding-model.ts';
import { extractMarkdown, readFrontMatter } from '../../knowledge/extract/extract-markdown.ts';
import { replacePassages } from '../../knowledge/index/passage-store.ts';
import { embedMissingPassages } from '../../knowledge/index/vector-store.ts';
import { createPassageSearch } from '../../knowledge/search/create-passage-search.ts';
import type { PassageSearch } from '../../knowledge/search/passage.ts';
import { splitDocument } from '../../knowledge/split/split-document.ts';
import type { Database } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log/create-logger.ts';

const folder = new URL('../../../../knowledge-base/', import.meta.url);

const EMBEDDING_LIMIT_MS = 120_000;

/**
 * For tests: the starter documents in a database of their own, searched on words alone unless an
 * encoder is given.
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
  const database = await createTestDatabase();
  const names = (await readdir(folder)).filter((name) => /^\d{2}-.*\.md$/.test(name));
  const titles = new Map<string, string>();
  for (const name of names.toSorted()) titles.set(name, await store(database, name));
  const log = createLogger('silent');
  const { db } = database;
  if (encoder !== undefined) {
    const deps = { db, embeddings: encoder.forPassages, log };
    await embedMissingPassages(deps, {}, AbortSignal.timeout(EMBEDDING_LIMIT_MS));
  }
  return {
    db,
    search: createPassageSearch({ db, embeddings: encoder?.forQuestions, log }),
    titles,
    close: () => database.close(),
  };
}

async function store({ db }: Database, name: string): Promise<string> {
  const bytes = await readFile(new URL(name, folder));
  const { frontMatter } = readFrontMatter(bytes.toString('utf8'));
  const document = extractMarkdown(bytes);
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('documents')
      .values({
        filename: name,
        kind: 'markdown',
        origin: 'starter',
        size_bytes: bytes.length,
        sha256: name,
        storage_key: name,
        status: 'Ready',
        title: document.title,
        authority: frontMatter.authority,
        source_url: frontMatter.sourceUrl,
        as_of: frontMatter.asOf,
        tags: frontMatter.tags,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const passages = splitDocument(document).map((draft) => ({ ...draft, title: document.title }));
    const counts = await replacePassages(trx, { kind: 'document', id }, passages);
    await trx.updateTable('documents').set(counts).where('id', '=', id).execute();
  });
  return document.title;
}
