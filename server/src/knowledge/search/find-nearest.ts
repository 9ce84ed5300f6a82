import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { vectorIndexExpression } from '../index/vector-index.ts';
import { onlyFrom, type QuestionVector, type SourceFilter } from './rank-candidates.ts';

/** Below this many passages reading all vectors is as quick as the index, and exact. */
export const EXACT_SCAN_MAX_PASSAGES = 5_000;
const EF_SEARCH = 100;

/**
 * A query for the ids of the passages nearest to the vector, nearest first. In a small collection it
 * reads all vectors, and can be part of another statement; in a large one the index was asked already,
 * and the query lists what it answered.
 */
export async function findNearest(
  db: Kysely<Tables>,
  request: {
    vector: QuestionVector & { dimensions: number };
    passages: number;
    filter: SourceFilter;
    limit: number;
  },
): Promise<RawBuilder<{ passage_id: number }>> {
  const { vector, filter, limit } = request;
  const distance = sql`${vectorIndexExpression(vector.dimensions)} <=> ${vector.text}::vector`;
  const isExact = request.passages < EXACT_SCAN_MAX_PASSAGES;
  // Adding zero keeps the planner from the approximate index.
  const order = isExact ? sql`(${distance}) + 0` : distance;
  const query = sql<{ passage_id: number }>`
    select passage_id from passage_embeddings
    where model = ${sql.lit(vector.model)} and ${onlyFrom(sql`passage_id`, filter)}
    order by ${order} limit ${limit}`;
  if (isExact) return query;
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local hnsw.ef_search = ${sql.lit(EF_SEARCH)}`.execute(trx);
    await sql`set local hnsw.iterative_scan = relaxed_order`.execute(trx);
    return query.execute(trx);
  });
  return sql`select unnest(${rows.map((row) => row.passage_id)}::int[]) as passage_id`;
}
