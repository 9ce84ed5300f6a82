import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { VectorIdentity } from '../embed/embedding-model.ts';

const M = 16;
const EF_CONSTRUCTION = 64;
/** pgvector indexes vectors of at most so many dimensions. */
const MAX_INDEXED_DIMENSIONS = 2_000;

/** The model's vectors cannot be kept; the message tells the operator what to set. */
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

/** Drops the vectors of all other models and their indexes. @returns how many vectors went. */
export async function removeOtherModels(db: Kysely<Tables>, model: string): Promise<number> {
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
