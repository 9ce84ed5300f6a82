import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { formatVector } from '../embed/embedding-model.ts';
import { LIGHT_TERMS } from '../words/light-words.ts';
import { toTermsIn } from '../words/to-terms.ts';
import { loadSectionWeights, type SectionFormula, type SectionWeights } from './section-weights.ts';

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
  /** A topic that no source holds. */
  isAbsent: boolean;
  /** BM25 of the section with its known questions as one text, over the weight of the question's words. */
  words: number;
  /** Cosine of the question with the centre of the known questions, both seen from the mean of all centres; 0 without. */
  centre: number;
}

/** A section with the chance in [0, 1] that it answers the question. */
export interface RankedSection extends MeasuredSection {
  probability: number;
}

/** What is the same for all questions until sections change. */
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
  absent: boolean[];
  words: number[];
  centres: (number | null)[];
}

/** Measures every section that holds one of the question's words or has a centre. */
export type MeasureSections = (question: SectionQuestion) => Promise<MeasuredSection[]>;

/** Terms of a question for {@link SectionQuestion}, each once; words of every question count less. */
export function weighSectionTerms(
  text: string,
  language: string,
  { lightWord }: Pick<SectionWeights, 'lightWord'> = loadSectionWeights(),
): Map<string, number> {
  return new Map(
    toTermsIn(language, text).map((term) => [term, LIGHT_TERMS.has(term) ? lightWord : 1]),
  );
}

/**
 * The question with the one before it: that one's words and vector by their shares, where they are new.
 */
export function joinQuestions(
  question: SectionQuestion,
  before: Pick<SectionQuestion, 'terms' | 'embedding'>,
  { words, vector: share }: SectionWeights['followUp'] = loadSectionWeights().followUp,
): SectionQuestion {
  const terms = new Map(question.terms);
  for (const [term, weight] of before.terms) {
    if (!terms.has(term)) terms.set(term, weight * words);
  }
  const { embedding } = question;
  const earlier = before.embedding?.vector;
  if (embedding === undefined || earlier === undefined) return { ...question, terms };
  const vector = embedding.vector.map((value, index) => value + share * (earlier[index] ?? 0));
  return { ...question, terms, embedding: { ...embedding, vector } };
}

/** The sections with the chance that each answers, best first. */
export function rankSections(
  measured: readonly MeasuredSection[],
  formula: SectionFormula,
): RankedSection[] {
  const rated = measured
    .map((section) => ({ ...section, utility: rateSection(section, formula) }))
    .toSorted((a, b) => b.utility - a.utility || a.sectionId - b.sectionId);
  const [first, second] = rated;
  return rated.map(({ utility, ...section }, index) => {
    const other = (index === 0 ? second : first)?.utility ?? 0;
    return { ...section, probability: measureChance(utility, utility - other, formula) };
  });
}

/** How well a section fits, to be compared with other sections. */
export function rateSection(
  { words, centre }: Pick<MeasuredSection, 'words' | 'centre'>,
  formula: Pick<SectionFormula, 'words' | 'centre'>,
): number {
  return formula.words * words + formula.centre * centre;
}

/** The chance in [0, 1] that a section answers which is rated so, and so much better than the best other one. */
export function measureChance(
  utility: number,
  lead: number,
  { odds }: Pick<SectionFormula, 'odds'>,
): number {
  return 1 / (1 + Math.exp(-(odds.bias + odds.utility * utility + odds.lead * lead)));
}

/** Measures sections in the database, with the collection's statistics kept until sections change. */
export function createSectionMeasure(
  db: Kysely<Tables>,
  { bm25 }: Pick<SectionWeights, 'bm25'> = loadSectionWeights(),
): MeasureSections {
  let known: SectionCollection | undefined;
  return async (question) => {
    const model = question.embedding?.model ?? '';
    known ??= await readCollection(db, model);
    if (known.sections === 0 && (await readVersion(db, model)) === known.version) return [];
    let columns = await measure(db, { question, bm25, collection: known });
    if (columns.version !== known.version) {
      known = await readCollection(db, model);
      columns = await measure(db, { question, bm25, collection: known });
    }
    const { ids, absent, words, centres } = columns;
    return ids.map((sectionId, row) => ({
      sectionId,
      isAbsent: absent[row] ?? false,
      words: words[row] ?? 0,
      centre: Number(centres[row] ?? 0) || 0,
    }));
  };
}

/** Changes with the sections and their vectors, which are written but never changed. */
const version = (
  model: string,
) => sql<string>`(select concat_ws(' ', ${model}::text, count(*), max(id),
  (select count(*) from section_embeddings where model = ${model})) from sections)`;

async function readVersion(db: Kysely<Tables>, model: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${version(model)} as version`.execute(db);
  return rows[0]?.version ?? '';
}

async function readCollection(db: Kysely<Tables>, model: string): Promise<SectionCollection> {
  const { rows } = await sql<SectionCollection>`
    select ${version(model)} as version, (select count(*)::int from sections) as sections,
      (select avg(section_length)::float8 from (
        select distinct section_id, language, section_length from section_terms) as lengths) as "averageLength",
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
      select term, share * ln(1 + (${collection.sections}::float8 - held + 0.5) / (held + 0.5)) as weight
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
    near (section_id, cosine) as (${centres})
    select ${version(embedding?.model ?? '')} as version,
      coalesce(array_agg(s.id), '{}') as ids,
      coalesce(array_agg(s.document_id is null and s.site_id is null), '{}') as absent,
      coalesce(array_agg(coalesce(w.held / whole.weight, 0)), '{}') as words,
      coalesce(array_agg(n.cosine), '{}') as centres
    from sections s
      cross join (select nullif(sum(weight), 0) as weight from weighed) as whole
      left join by_words w on w.section_id = s.id
      left join near n on n.section_id = s.id
    where w.section_id is not null or n.section_id is not null`.execute(db);
  return rows[0] ?? { version: '', ids: [], absent: [], words: [], centres: [] };
}
