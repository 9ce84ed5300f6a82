import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { formatVector } from '../embed/format-vector.ts';
import { withHeadings } from './count-terms.ts';
import { ensureVectorIndex } from './vector-index.ts';

/** Passages read at a time; batches of like length are cut from them. */
const WINDOW = 64;
const BATCH = 8;

interface PassageText {
  id: number;
  title: string;
  heading_path: string[];
  text: string;
}

/**
 * Gives every passage, or every passage of one document or site, that lacks a vector of this model
 * its vector, batch by batch. It can be stopped at any time and goes on where it stood; passages
 * deleted meanwhile are passed over.
 *
 * @returns how many vectors were stored. @throws what the model throws.
 */
export async function embedMissingPassages(
  deps: { db: Kysely<Tables>; embeddings: EmbeddingModel; log: Logger },
  only: { documentId?: string; siteId?: string },
  signal: AbortSignal,
): Promise<number> {
  const { db, embeddings, log } = deps;
  await ensureVectorIndex(db, embeddings);
  let stored = 0;
  let lastId = 0;
  for (;;) {
    const passages = await readMissing(db, { ...only, model: embeddings.name, lastId });
    const last = passages.at(-1);
    if (last === undefined) break;
    lastId = last.id;
    // Texts of like length waste least of a batch.
    passages.sort((a, b) => a.text.length - b.text.length);
    for (let start = 0; start < passages.length; start += BATCH) {
      signal.throwIfAborted();
      stored += await embedBatch(deps, passages.slice(start, start + BATCH), signal);
    }
  }
  log.info({ event: 'passages_embedded', model: embeddings.name, passages: stored });
  return stored;
}

async function readMissing(
  db: Kysely<Tables>,
  {
    documentId,
    siteId,
    model,
    lastId,
  }: {
    documentId?: string;
    siteId?: string;
    model: string;
    lastId: number;
  },
): Promise<PassageText[]> {
  return db
    .selectFrom('passages as p')
    .select(['p.id', 'p.title', 'p.heading_path', 'p.text'])
    .where('p.id', '>', lastId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('passage_embeddings as e')
            .select('e.passage_id')
            .whereRef('e.passage_id', '=', 'p.id')
            .where('e.model', '=', model),
        ),
      ),
    )
    .$if(documentId !== undefined, (query) => query.where('p.document_id', '=', documentId ?? null))
    .$if(siteId !== undefined, (query) => query.where('p.site_id', '=', siteId ?? null))
    .orderBy('p.id')
    .limit(WINDOW)
    .execute();
}

async function embedBatch(
  { db, embeddings }: { db: Kysely<Tables>; embeddings: EmbeddingModel },
  passages: readonly PassageText[],
  signal: AbortSignal,
): Promise<number> {
  const texts = passages.map(({ title, heading_path, text }) =>
    withHeadings({ title, headingPath: heading_path, text }),
  );
  const vectors = await embeddings.embed(texts, signal);
  // Locking the passages makes a delete wait, so that no vector outlives its passage.
  const { rows } = await sql`
    insert into passage_embeddings (passage_id, model, embedding)
    select p.id, ${embeddings.name}, given.vector::vector
    from unnest(${passages.map(({ id }) => id)}::int[], ${vectors.map(formatVector)}::text[]) as given (id, vector)
    join passages p on p.id = given.id
    for key share of p
    on conflict do nothing
    returning passage_id`.execute(db);
  return rows.length;
}
