import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import {
  type EmbeddingModel,
  formatVector,
  type VectorIdentity,
} from '../embed/embedding-model.ts';
import { withHeadings } from './passage-store.ts';
import type { ReadyVectors } from './ready-vectors.ts';

/** Batches read at a time; batches of like length are cut from them. */
const BATCHES_IN_WINDOW = 8;
const M = 16;
const EF_CONSTRUCTION = 64;
/** The limit of dimensions of pgvector's index. */
const MAX_INDEXED_DIMENSIONS = 2_000;

interface PassageText {
  id: number;
  title: string;
  headingPath: string[];
  text: string;
}

/** Which passages and sections: all, or those of one source. */
export interface PassageScope {
  documentId?: string;
  siteId?: string;
}

/**
 * Gives every passage of the scope that lacks a vector of this model its vector, batch by batch. It
 * can be stopped at any time and goes on where it stood; passages deleted meanwhile are passed over.
 * `onProgress` is told after each batch how many vectors were stored so far.
 *
 * @returns how many vectors were stored.
 * @throws what the model throws, and DimensionsUnfit.
 */
export async function embedMissingPassages(
  deps: {
    db: Kysely<Tables>;
    embeddings: EmbeddingModel;
    log: Logger;
    ready?: ReadyVectors | undefined;
  },
  { onProgress, ...scope }: PassageScope & { onProgress?(stored: number): void },
  signal: AbortSignal,
): Promise<number> {
  const { db, embeddings, log, ready } = deps;
  const { batchSize } = embeddings;
  const identity = await embeddings.identify(signal);
  const model = identity.name;
  await ensureVectorIndex(db, identity);
  let stored = 0;
  let lastId = 0;
  for (;;) {
    const limit = batchSize * BATCHES_IN_WINDOW;
    const passages = await readMissing(db, scope, { model, lastId, limit });
    const last = passages.at(-1);
    if (last === undefined) break;
    lastId = last.id;
    const { found, missing } = findReady(passages, { model, ready });
    if (found.length > 0) {
      const vectors = found.map(({ vector }) => vector);
      stored += await storeVectors(db, { model, passages: found, vectors });
      onProgress?.(stored);
    }
    // Texts of like length waste least of a batch.
    missing.sort((a, b) => a.text.length - b.text.length);
    for (let start = 0; start < missing.length; start += batchSize) {
      signal.throwIfAborted();
      const batch = missing.slice(start, start + batchSize);
      const vectors = await embeddings.embed(batch.map(withHeadings), signal);
      stored += await storeVectors(db, { model, passages: batch, vectors });
      onProgress?.(stored);
    }
  }
  log.info({ event: 'passages_embedded', model, passages: stored });
  return stored;
}

/** Which passages have a ready-made vector, and which have none. */
function findReady(
  passages: readonly PassageText[],
  { model, ready }: { model: string; ready: ReadyVectors | undefined },
) {
  const found: (PassageText & { vector: Float32Array })[] = [];
  const missing: PassageText[] = [];
  for (const passage of passages) {
    const vector = ready?.find(model, withHeadings(passage));
    if (vector === undefined) missing.push(passage);
    else found.push({ ...passage, vector });
  }
  return { found, missing };
}

/** How many passages of the scope lack a vector of this model. */
export async function countMissingPassages(
  db: Kysely<Tables>,
  model: string,
  scope: PassageScope,
): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing ${missingFrom(model, scope)}`.execute(db);
  return rows[0]?.missing ?? 0;
}

/** How many passages the scope has, and the last page that one of them stands on, 0 without pages. */
export async function measurePassages(
  db: Kysely<Tables>,
  scope: PassageScope,
): Promise<{ passages: number; pages: number }> {
  const { rows } = await sql<{ passages: number; pages: number }>`
    select count(*)::int as passages, coalesce(max(page), 0) as pages
    from passages p where ${within(scope)}`.execute(db);
  return rows[0] ?? { passages: 0, pages: 0 };
}

async function readMissing(
  db: Kysely<Tables>,
  scope: PassageScope,
  { model, lastId, limit }: { model: string; lastId: number; limit: number },
): Promise<PassageText[]> {
  const { rows } = await sql<PassageText>`
    select p.id, p.title, p.heading_path as "headingPath", p.text ${missingFrom(model, scope)}
      and p.id > ${lastId} order by p.id limit ${limit}`.execute(db);
  return rows;
}

function missingFrom(model: string, scope: PassageScope): RawBuilder<unknown> {
  return sql`from passages p where ${within(scope)} and not exists (
    select from passage_embeddings e where e.passage_id = p.id and e.model = ${model})`;
}

function within({ documentId, siteId }: PassageScope): RawBuilder<unknown> {
  if (documentId !== undefined) return sql`p.document_id = ${documentId}`;
  return siteId === undefined ? sql`true` : sql`p.site_id = ${siteId}`;
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

/** The model's vectors cannot be kept; the message says what the operator can set. */
class DimensionsUnfit extends Error {
  override readonly name = 'DimensionsUnfit';
}

/** The vector as its model's approximate index knows it; queries must use the same words to use the index. */
export function vectorIndexExpression(dimensions: number): RawBuilder<unknown> {
  return sql`(embedding::vector(${sql.lit(dimensions)}))`;
}

/**
 * Makes the approximate index (HNSW, cosine) of a model's vectors. Called while they are few, so that
 * it grows with them and never has to be built at one go.
 *
 * @throws DimensionsUnfit when the index cannot hold such vectors.
 */
export async function ensureVectorIndex(
  db: Kysely<Tables>,
  { name, dimensions }: VectorIdentity,
): Promise<void> {
  if (dimensions > MAX_INDEXED_DIMENSIONS) {
    throw new DimensionsUnfit(
      `${name} has ${dimensions} dimensions; the index holds at most ${MAX_INDEXED_DIMENSIONS}. Set EMBEDDING_DIMENSIONS to fewer, or choose another EMBEDDING_MODEL.`,
    );
  }
  await sql`create index if not exists ${sql.id(indexName(name))}
    on passage_embeddings using hnsw (${vectorIndexExpression(dimensions)} vector_cosine_ops)
    with (m = ${sql.lit(M)}, ef_construction = ${sql.lit(EF_CONSTRUCTION)})
    where model = ${sql.lit(name)}`.execute(db);
}

/** Drops the passages' vectors of all other models and their indexes. @returns how many vectors went. */
export async function removeOtherVectors(db: Kysely<Tables>, model: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ model: string }>`
      select distinct model from passage_embeddings where model <> ${model}`.execute(trx);
    for (const other of rows) {
      await sql`drop index if exists ${sql.id(indexName(other.model))}`.execute(trx);
    }
    const { numDeletedRows } = await trx
      .deleteFrom('passage_embeddings')
      .where('model', '<>', model)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

function indexName(model: string): string {
  const suffix = createHash('sha256').update(model).digest('hex').slice(0, 16);
  return `passage_embeddings_${suffix}`;
}
