import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { averageLength, BM25_B, BM25_K1, type Collection } from './bm25.ts';
import type { WeightedTerm } from './choose-terms.ts';

/** A passage with what words and vectors say of it. */
export interface MeasuredPassage {
  passageId: number;
  /** BM25 of the question as asked, and with related words. */
  bm25: number;
  expandedBm25: number;
  /** Null while the passage has no vector, or the question has none. */
  cosine: number | null;
}

/** A passage worth comparing. */
export interface Candidate extends MeasuredPassage {
  /** Whether it is among the best of the sources that carry one of the named tags. */
  isTagged: boolean;
}

const NOTHING = sql`select null::int where false`;

/** A question's vector and the model it came from. */
export interface QuestionVector {
  model: string;
  /** pgvector's text form. */
  text: string;
}

/** What to rank, and in which passages. */
export interface RankingRequest {
  terms: readonly WeightedTerm[];
  collection: Collection;
  vector: QuestionVector | undefined;
  /** A query for passages to rank whatever their words are: the nearest by vector. */
  nearest: RawBuilder<{ passage_id: number }> | undefined;
  filter: SourceFilter;
  limit: number;
  /** The best passages of sources that carry one of the tags, though others be better. */
  tagged: { tags: readonly string[]; limit: number };
}

/**
 * Scores by BM25 every passage that holds one of the terms, and answers the best ones, the best tagged
 * ones and the nearest ones, each with its cosine similarity. `score(t, p) = idf(t) · f·(k1 + 1) / (f + k1·(1 − b + b·|p|/avg))`,
 * where idf and nearness are already in the terms' weights.
 */
export async function rankCandidates(
  db: Kysely<Tables>,
  request: RankingRequest,
): Promise<Candidate[]> {
  const { terms, vector, tagged } = request;
  const best = (filter: SourceFilter, limit: number) => sql`select passage_id from scored
    where ${onlyFrom(sql`passage_id`, filter)} order by bm25 + expanded desc, passage_id limit ${limit}`;
  const constant = sql.lit(BM25_K1 * (1 - BM25_B));
  const perWord = (BM25_K1 * BM25_B) / averageLength(request.collection);
  const saturation = sql`t.frequency * ${sql.lit(BM25_K1 + 1)}::float8
    / (t.frequency + ${constant}::float8 + ${perWord}::float8 * t.passage_length)`;
  const { rows } = await sql<Candidate>`
    with wanted (term, weight, is_asked) as (select * from unnest(
      ${terms.map(({ term }) => term)}::text[],
      ${terms.map(({ weight }) => weight)}::float8[],
      ${terms.map(({ isAsked }) => isAsked)}::boolean[])),
    scored as materialized (
      select passage_id, coalesce(sum(share) filter (where is_asked), 0) as bm25, sum(share) as expanded
      from (
        select t.passage_id, w.is_asked, w.weight * ${saturation} as share
        from wanted w join passage_terms t on t.term = w.term
        where ${onlyFrom(sql`t.passage_id`, request.filter)}
        -- Keeps the planner from computing each share twice.
        offset 0) as shares
      group by passage_id),
    tagged (passage_id) as (${tagged.tags.length === 0 ? NOTHING : best(tagged, tagged.limit)}),
    candidates as (
      (${best({}, request.limit)})
      union (${request.nearest ?? NOTHING})
      union select passage_id from tagged)
    select c.passage_id as "passageId", coalesce(s.bm25, 0) as bm25,
      coalesce(s.expanded, 0) as "expandedBm25", ${cosineTo(vector)} as cosine,
      c.passage_id in (select passage_id from tagged) as "isTagged"
    from candidates c left join scored s using (passage_id)
    left join passage_embeddings e on e.passage_id = c.passage_id and e.model = ${vector?.model ?? ''}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, cosine: Number.isNaN(row.cosine) ? null : row.cosine }));
}

function cosineTo(vector: QuestionVector | undefined): RawBuilder<unknown> {
  return vector === undefined
    ? sql`null::float8`
    : sql`1 - (e.embedding <=> ${vector.text}::vector)`;
}

/** Which sources to search; without tags or ids, all. */
export interface SourceFilter {
  tags?: readonly string[];
  sourceIds?: readonly string[];
}

/** True for passages of the sources that carry one of the tags, and are among those named. */
export function onlyFrom(
  passageId: RawBuilder<unknown>,
  { tags, sourceIds }: SourceFilter,
): RawBuilder<unknown> {
  const hasTags = tags !== undefined && tags.length > 0;
  if (!hasTags && sourceIds === undefined) return sql`true`;
  const tagged = hasTags ? sql`coalesce(d.tags, s.tags) && ${tags}::text[]` : sql`true`;
  const named =
    sourceIds === undefined
      ? sql`true`
      : sql`coalesce(p.document_id, p.site_id)::text = any(${sourceIds}::text[])`;
  return sql`${passageId} in (
    select p.id from passages p
    left join documents d on d.id = p.document_id left join sites s on s.id = p.site_id
    where ${tagged} and ${named})`;
}
