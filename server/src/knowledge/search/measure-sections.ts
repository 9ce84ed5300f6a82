import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { formatVector } from '../embed/embedding-model.ts';
import type { QuestionTerm } from './passage.ts';
import { loadSectionWeights, type SectionWeights } from './section-weights.ts';

/** A question's embedding and the model that it came from. */
export interface QuestionEmbedding {
  model: string;
  dimensions: number;
  vector: Float32Array;
}

/** A question as it is compared with sections. */
export interface SectionQuestion {
  language: string;
  /** Terms of the question with the share of their rarity that counts, in (0, 1]. */
  terms: ReadonlyMap<string, number>;
  /** Undefined: the words alone decide. */
  embedding: QuestionEmbedding | undefined;
}

/** A section with what its words and its known questions say of a question. */
export interface MeasuredSection {
  sectionId: number;
  /** The id of its document or site; null of a topic that no source holds. */
  source: string | null;
  /** Its place among the sections of its source. */
  ordinal: number;
  /** A topic that no source holds. */
  isAbsent: boolean;
  /** BM25 of the section with its known questions as one text, over the weight of the question's words: at least 0, at most k1 + 1. */
  words: number;
  /** Cosine in [-1, 1] of the question with the centre of the known questions, both seen from the mean of all centres; 0 without. */
  centre: number;
  /** Grows whenever the section is stored again. */
  revision: number;
}

/** A section with how well it fits, to be compared with others. */
export interface RankedSection extends Pick<
  MeasuredSection,
  'sectionId' | 'source' | 'ordinal' | 'isAbsent'
> {
  utility: number;
}

/** What is the same for all questions in one language until sections change. */
interface SectionCollection {
  version: string;
  sections: number;
  averageLength: number;
  /** In pgvector's text form; null without vectors. */
  meanCentre: string | null;
}

interface MeasuredColumns {
  version: string;
  ids: number[];
  sources: (string | null)[];
  ordinals: number[];
  absent: boolean[];
  revisions: number[];
  words: number[];
  centres: (number | null)[];
  terms: string[];
  /** How many sections hold each of the terms. */
  held: number[];
}

/** Measures every section that is not hidden as a whole and holds one of the question's words or has a centre; and weighs those words. */
export type MeasureSections = (
  question: SectionQuestion,
) => Promise<{ sections: MeasuredSection[]; terms: QuestionTerm[] }>;

/** Measures sections in the database, with the collection's statistics kept until sections change. */
export function createSectionMeasure(
  db: Kysely<Tables>,
  { bm25 }: Pick<SectionWeights, 'bm25'> = loadSectionWeights(),
): MeasureSections {
  const collections = new Map<string, SectionCollection>();
  const readAgain = async (language: string, model: string) => {
    const collection = await readCollection(db, { language, model });
    collections.set(`${language} ${model}`, collection);
    return collection;
  };
  return async (question) => {
    const { language } = question;
    const model = question.embedding?.model ?? '';
    const known = collections.get(`${language} ${model}`) ?? (await readAgain(language, model));
    let columns = await measure(db, { question, bm25, collection: known });
    if (columns.version !== known.version) {
      const collection = await readAgain(language, model);
      columns = await measure(db, { question, bm25, collection });
    }
    const { ids, sources, ordinals, absent, revisions, words, centres, terms, held } = columns;
    return {
      sections: ids.map((sectionId, row) => ({
        sectionId,
        source: sources[row] ?? null,
        ordinal: ordinals[row] ?? 0,
        isAbsent: absent[row] ?? false,
        revision: revisions[row] ?? 0,
        words: words[row] ?? 0,
        centre: centres[row] || 0,
      })),
      terms: terms.map((term, row) => {
        const documentFrequency = held[row] ?? 0;
        const rarity = (known.sections - documentFrequency + 0.5) / (documentFrequency + 0.5);
        return { term, documentFrequency, idf: Math.log(1 + rarity) };
      }),
    };
  };
}

/** Changes with the sections and their vectors, which are written but never changed. */
const version = (
  model: string,
) => sql<string>`(select concat_ws(' ', ${model}::text, count(*), max(id), sum(revision),
  (select count(*) from section_embeddings where model = ${model})) from sections)`;

async function readCollection(
  db: Kysely<Tables>,
  { language, model }: { language: string; model: string },
): Promise<SectionCollection> {
  const { rows } = await sql<SectionCollection>`
    select ${version(model)} as version, (select count(*)::int from sections) as sections,
      (select avg(section_length)::float8 from (
        select distinct section_id, section_length from section_terms
        where language = ${language}) as lengths) as "averageLength",
      (select avg(centre)::text from section_embeddings where model = ${model}) as "meanCentre"`.execute(
    db,
  );
  return rows[0] ?? { version: '', sections: 0, averageLength: 0, meanCentre: null };
}

/**
 * One statement for all sections: a list for each column is read faster than rows. A word that no section
 * holds counts in the whole question, so that a question of other things finds little.
 */
async function measure(
  db: Kysely<Tables>,
  given: {
    question: SectionQuestion;
    bm25: SectionWeights['bm25'];
    collection: SectionCollection;
  },
): Promise<MeasuredColumns> {
  const { question, collection } = given;
  const { k1, b } = given.bm25;
  const { language, terms, embedding } = question;
  const perWord = (k1 * b) / (collection.averageLength || 1);
  const mean = collection.meanCentre;
  const centres =
    embedding === undefined || mean === null
      ? sql`select null::int, null::float8 where false`
      : sql`select section_id, 1 - ((centre - ${mean}::vector) <=> (${formatVector(embedding.vector)}::vector - ${mean}::vector))
          from section_embeddings where model = ${embedding.model}`;
  const { rows } = await sql<MeasuredColumns>`
    with wanted (term, share) as (
      select * from unnest(${[...terms.keys()]}::text[], ${[...terms.values()]}::float8[])),
    weighed as materialized (
      select term, held, share * ln(1 + (${collection.sections}::float8 - held + 0.5) / (held + 0.5)) as weight
      from (
        select w.term, w.share, (
          select count(*)::float8 from section_terms t
          where t.language = ${language} and t.term = w.term) as held
        from wanted w) as counted),
    by_words as (
      select t.section_id, sum(w.weight * t.frequency * ${sql.lit(k1 + 1)}::float8
        / (t.frequency + ${sql.lit(k1 * (1 - b))}::float8 + ${perWord}::float8 * t.section_length)) as held
      from weighed w join section_terms t on t.language = ${language} and t.term = w.term
      group by t.section_id),
    near (section_id, cosine) as (${centres}),
    -- Those of whose passages none is left.
    hidden (section_id) as (
      select section_id from passages where section_id in (
        select section_id from passages where hidden_id is not null)
      group by section_id having bool_and(hidden_id is not null))
    select ${version(embedding?.model ?? '')} as version,
      coalesce(array_agg(s.id), '{}') as ids,
      coalesce(array_agg(coalesce(s.document_id, s.site_id)::text), '{}') as sources,
      coalesce(array_agg(s.ordinal), '{}') as ordinals,
      coalesce(array_agg(s.document_id is null and s.site_id is null), '{}') as absent,
      coalesce(array_agg(s.revision), '{}') as revisions,
      coalesce(array_agg(coalesce(w.held / whole.weight, 0)), '{}') as words,
      coalesce(array_agg(n.cosine), '{}') as centres,
      (select coalesce(array_agg(term), '{}') from weighed) as terms,
      (select coalesce(array_agg(held), '{}') from weighed) as held
    from sections s
      cross join (select nullif(sum(weight), 0) as weight from weighed) as whole
      left join by_words w on w.section_id = s.id
      left join near n on n.section_id = s.id
    where (w.section_id is not null or n.section_id is not null)
      and s.id not in (select section_id from hidden)`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate without groups has one row.');
  return row;
}
