import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';

const M = 16;
const EF_CONSTRUCTION = 64;
/** pgvector indexes vectors of at most so many dimensions; longer ones are indexed at half precision. */
const MAX_INDEXED_DIMENSIONS = 2_000;

/** The vector as its model's approximate index knows it; queries must use the same words to use the index. */
export function vectorIndexExpression(dimensions: number): RawBuilder<unknown> {
  return sql`(embedding::vector(${sql.lit(dimensions)}))`;
}

/**
 * Makes the approximate index (HNSW, cosine) of a model's vectors. Called while they are few, so that
 * it grows with them and never has to be built at one go. A model with more dimensions than pgvector
 * can index is searched exactly.
 */
export async function ensureVectorIndex(
  db: Kysely<Tables>,
  { name, dimensions }: Pick<EmbeddingModel, 'name' | 'dimensions'>,
): Promise<void> {
  if (dimensions > MAX_INDEXED_DIMENSIONS) return;
  const suffix = createHash('sha256').update(name).digest('hex').slice(0, 16);
  await sql`create index if not exists ${sql.id(`passage_embeddings_${suffix}`)}
    on passage_embeddings using hnsw (${vectorIndexExpression(dimensions)} vector_cosine_ops)
    with (m = ${sql.lit(M)}, ef_construction = ${sql.lit(EF_CONSTRUCTION)})
    where model = ${sql.lit(name)}`.execute(db);
}
