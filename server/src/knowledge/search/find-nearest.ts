import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { vectorIndexExpression } from '../index/vector-index.ts';
import { onlyFrom, type QuestionVector, type SourceFilter } from './rank-candidates.ts';

const EF_SEARCH = 100;

/** Ids of the passages nearest to the vector by its model's approximate index, nearest first. */
export async function findNearest(
  db: Kysely<Tables>,
  request: {
    vector: QuestionVector & { dimensions: number };
    filter: SourceFilter;
    limit: number;
  },
): Promise<number[]> {
  const { vector, filter, limit } = request;
  const distance = sql`${vectorIndexExpression(vector.dimensions)} <=> ${vector.text}::vector`;
  return db.transaction().execute(async (trx) => {
    await sql`set local hnsw.ef_search = ${sql.lit(EF_SEARCH)}`.execute(trx);
    await sql`set local hnsw.iterative_scan = relaxed_order`.execute(trx);
    const { rows } = await sql<{ passage_id: number }>`
      select passage_id from passage_embeddings
      where model = ${sql.lit(vector.model)} and ${onlyFrom(sql`passage_id`, filter)}
      order by ${distance} limit ${limit}`.execute(trx);
    return rows.map((row) => row.passage_id);
  });
}
