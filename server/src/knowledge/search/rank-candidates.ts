import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { vectorIndexExpression } from '../index/vector-store.ts';
import type { Collection } from './collection-statistics.ts';
import type { SectionWeights } from './section-weights.ts';

/** A passage worth comparing, with what words and vectors say of it. */
export interface Candidate {
  passageId: number;
  bm25: number;
  /** BM25 of the terms that documents write for those. */
  related: number;
  /** Null while the passage has no vector, or the question has none. */
  cosine: number | null;
}

/** A question's vector and the model it came from. */
export interface QuestionVector {
  model: string;
  dimensions: number;
  /** pgvector's text form. */
  text: string;
}

/** Which sources to search; without tags or ids, all. */
interface SourceFilter {
  tags?: readonly string[];
  sourceIds?: readonly string[];
}

/** What to rank, and in which passages. */
interface RankingRequest {
  /** Saturation of term frequency and weight of passage length (Robertson and Zaragoza, 2009, §3.3). */
  bm25: SectionWeights['bm25'];
  /** Terms with their weights. */
  terms: ReadonlyMap<string, number>;
  /** Terms that documents write for those, likewise, and what their score counts beside that of the asked ones. */
  related: { terms: ReadonlyMap<string, number>; factor: number };
  collection: Collection;
  vector: QuestionVector | undefined;
  /** The passages nearest to the vector, where an index has told them; else all vectors are compared. */
  nearestIds: readonly number[] | undefined;
  filter: SourceFilter;
  /** Passages that words put forward, and as many that the vector does. */
  limit: number;
}

/** Candidates as the statement returns them: a list for each column, which is read faster than rows. */
interface CandidateColumns {
  ids: number[];
  bm25: number[];
  related: number[];
  distances: (number | null)[];
}

const NO_PASSAGE = sql`select null::int as passage_id where false`;

/** How many passages the index looks at; more find the nearest ones more surely. */
const EF_SEARCH = 100;

/**
 * Scores by BM25 every passage that holds one of the terms or related ones, and returns the best ones and the
 * nearest ones, each with its cosine similarity. `score(t, p) = idf(t) · f·(k1 + 1) / (f + k1·(1 − b + b·|p|/avg))`,
 * where idf is the term's weight.
 */
export async function rankCandidates(
  db: Kysely<Tables>,
  request: RankingRequest,
): Promise<Candidate[]> {
  const { terms, related, limit } = request;
  const all = [...terms, ...related.terms];
  const isRelated = [...Array(terms.size).fill(false), ...Array(related.terms.size).fill(true)];
  const { k1, b } = request.bm25;
  const constant = sql.lit(k1 * (1 - b));
  const { words, passages } = request.collection;
  // An empty collection has no average length; nothing shall be divided by zero.
  const perWord = (k1 * b) / (words / passages || 1);
  const saturation = sql`t.frequency * ${sql.lit(k1 + 1)}::float8
    / (t.frequency + ${constant}::float8 + ${perWord}::float8 * t.passage_length)`;
  const { measured, nearest } = compareVectors(request);
  const { rows } = await sql<CandidateColumns>`
    with wanted (term, weight, is_related) as (
      select * from unnest(${all.map(([term]) => term)}::text[],
        ${all.map(([, weight]) => weight)}::float8[], ${isRelated}::boolean[])),
    scored as materialized (
      select passage_id, coalesce(sum(share) filter (where not is_related), 0) as bm25,
        coalesce(sum(share) filter (where is_related), 0) as related
      from (
        select t.passage_id, w.is_related, w.weight * ${saturation} as share
        from wanted w join passage_terms t on t.term = w.term
        where ${onlyFrom(sql`t.passage_id`, request.filter)}
        -- Keeps the planner from computing each share twice.
        offset 0) as shares
      group by passage_id),
    by_words as (
      select passage_id from scored
      order by bm25 + ${sql.lit(related.factor)}::float8 * related desc, passage_id limit ${limit}),
    measured (passage_id, distance) as (${measured}),
    candidates as (
      select passage_id from by_words union (${nearest}))
    select ${listOf(sql`c.passage_id`)} as ids, ${listOf(sql`coalesce(s.bm25, 0)`)} as bm25,
      ${listOf(sql`coalesce(s.related, 0)`)} as related, ${listOf(sql`m.distance`)} as distances
    from candidates c left join scored s using (passage_id) left join measured m using (passage_id)`.execute(
    db,
  );
  return rows.flatMap(toCandidates);
}

/** Queries for the distances of candidates, and for the nearest passages. */
function compareVectors({ vector, nearestIds, filter, limit }: RankingRequest) {
  if (vector === undefined) {
    return { measured: sql`select null::int, null::float8 where false`, nearest: NO_PASSAGE };
  }
  const measure = sql`select passage_id, embedding <=> ${vector.text}::vector
    from passage_embeddings where model = ${vector.model}`;
  if (nearestIds === undefined) {
    return {
      measured: sql`${measure} and ${onlyFrom(sql`passage_id`, filter)}`,
      nearest: sql`select passage_id from measured order by distance, passage_id limit ${limit}`,
    };
  }
  const nearest = sql`select unnest(${nearestIds}::int[]) as passage_id`;
  return {
    measured: sql`${measure} and passage_id in (
      select passage_id from by_words union all ${nearest})`,
    nearest,
  };
}

function listOf(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(array_agg(${value}), '{}')`;
}

function toCandidates({ ids, bm25, related, distances }: CandidateColumns): Candidate[] {
  return ids.map((passageId, row) => {
    const distance = distances[row] ?? Number.NaN;
    return {
      passageId,
      bm25: bm25[row] ?? 0,
      related: related[row] ?? 0,
      // A vector of length 0 is at no distance.
      cosine: Number.isNaN(distance) ? null : 1 - distance,
    };
  });
}

/** True for passages that are not hidden, of the sources that carry one of the tags, and are among those named. */
function onlyFrom(
  passageId: RawBuilder<unknown>,
  { tags, sourceIds }: SourceFilter,
): RawBuilder<unknown> {
  const hasTags = tags !== undefined && tags.length > 0;
  if (!hasTags && sourceIds === undefined) {
    return sql`${passageId} not in (select id from passages where hidden_id is not null)`;
  }
  const tagged = hasTags ? sql`coalesce(d.tags, s.tags) && ${tags}::text[]` : sql`true`;
  const named =
    sourceIds === undefined
      ? sql`true`
      : sql`coalesce(p.document_id, p.site_id)::text = any(${sourceIds}::text[])`;
  return sql`${passageId} in (
    select p.id from passages p
    left join documents d on d.id = p.document_id left join sites s on s.id = p.site_id
    where p.hidden_id is null and ${tagged} and ${named})`;
}

/** Ids of the passages nearest to the vector by its model's approximate index, nearest first. */
export async function findNearest(
  db: Kysely<Tables>,
  request: {
    vector: QuestionVector;
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
