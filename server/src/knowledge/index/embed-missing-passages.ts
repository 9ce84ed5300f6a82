import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { formatVector } from '../embed/format-vector.ts';
import { withHeadings } from './count-terms.ts';
import { ensureVectorIndex } from './vector-index.ts';

/** Batches read at a time; batches of like length are cut from them. */
const BATCHES_IN_WINDOW = 8;

interface PassageText {
  id: number;
  title: string;
  heading_path: string[];
  text: string;
}

/** Which passages: all, or those of one document or site. */
export interface EmbeddingScope {
  documentId?: string;
  siteId?: string;
  /** Told after each batch how many vectors were stored so far. */
  onProgress?(stored: number): void;
}

/**
 * Gives every passage, or every passage of one document or site, that lacks a vector of this model
 * its vector, batch by batch. It can be stopped at any time and goes on where it stood; passages
 * deleted meanwhile are passed over.
 *
 * @returns how many vectors were stored. @throws what the model throws, and DimensionsUnfit.
 */
export async function embedMissingPassages(
  deps: { db: Kysely<Tables>; embeddings: EmbeddingModel; log: Logger },
  { onProgress, ...only }: EmbeddingScope,
  signal: AbortSignal,
): Promise<number> {
  const { db, embeddings, log } = deps;
  const { batchSize } = embeddings;
  const identity = await embeddings.identify(signal);
  const model = identity.name;
  await ensureVectorIndex(db, identity);
  let stored = 0;
  let lastId = 0;
  for (;;) {
    const window = { model, lastId, limit: batchSize * BATCHES_IN_WINDOW };
    const passages = await readMissing(db, { ...only, ...window });
    const last = passages.at(-1);
    if (last === undefined) break;
    lastId = last.id;
    // Texts of like length waste least of a batch.
    passages.sort((a, b) => a.text.length - b.text.length);
    for (let start = 0; start < passages.length; start += batchSize) {
      signal.throwIfAborted();
      const batch = passages.slice(start, start + batchSize);
      const vectors = await embeddings.embed(batch.map(toText), signal);
      stored += await storeVectors(db, { model, passages: batch, vectors });
      onProgress?.(stored);
    }
  }
  log.info({ event: 'passages_embedded', model, passages: stored });
  return stored;
}

/** How many passages, of all or of one document or site, lack a vector of this model. */
export async function countMissing(
  db: Kysely<Tables>,
  model: string,
  { documentId, siteId }: EmbeddingScope,
): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from passages p
    where (p.document_id = ${documentId ?? null} or ${documentId ?? null}::uuid is null)
      and (p.site_id = ${siteId ?? null} or ${siteId ?? null}::uuid is null)
      and not exists (
        select from passage_embeddings e where e.passage_id = p.id and e.model = ${model})`.execute(
    db,
  );
  return rows[0]?.missing ?? 0;
}

async function readMissing(
  db: Kysely<Tables>,
  {
    documentId,
    siteId,
    model,
    lastId,
    limit,
  }: {
    documentId?: string;
    siteId?: string;
    model: string;
    lastId: number;
    limit: number;
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
    .limit(limit)
    .execute();
}

function toText({ title, heading_path, text }: PassageText): string {
  return withHeadings({ title, headingPath: heading_path, text });
}

async function storeVectors(
  db: Kysely<Tables>,
  {
    model,
    passages,
    vectors,
  }: { model: string; passages: readonly PassageText[]; vectors: readonly Float32Array[] },
): Promise<number> {
  // Locking the passages makes a delete wait, so that no vector outlives its passage.
  const { rows } = await sql`
    insert into passage_embeddings (passage_id, model, embedding)
    select p.id, ${model}, given.vector::vector
    from unnest(${passages.map(({ id }) => id)}::int[], ${vectors.map(formatVector)}::text[]) as given (id, vector)
    join passages p on p.id = given.id
    for key share of p
    on conflict do nothing
    returning passage_id`.execute(db);
  return rows.length;
}
