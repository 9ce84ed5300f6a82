import { type Kysely, type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { KnownQuestionsTable, Tables } from '../../platform/db/tables.ts';
import { toTermsIn } from '../words/to-terms.ts';
import { ownerColumn, type Source } from './source.ts';
import { countAll, type TermCounts, toTermColumns } from './term-counts.ts';

/** Counting the words of a source shall not hold up those who ask. */
const SECTIONS_PER_TURN = 10;

/** What people ask that a section answers. */
export interface KnownQuestion {
  /** `en`, `es`, ... */
  language: string;
  origin: KnownQuestionsTable['origin'];
  text: string;
  /** The first words of the sentence of the section that answers it; null where nobody has named one. */
  sentence: string | null;
}

/** The reviewed text of a section in another language than English. */
export interface SectionTranslation {
  language: string;
  title: string;
  heading: string;
  text: string;
}

/** A section before it is stored. No two of a source have the same heading. */
export interface SectionDraft {
  /** Its source's title; empty for a topic that no source holds. */
  title: string;
  heading: string;
  /** All that stands under the heading. */
  text: string;
  questions: readonly KnownQuestion[];
  translations: readonly SectionTranslation[];
}

type StoredSection = SectionDraft & { id: number };

/**
 * Stores the sections of a source with their questions, translations and words, in place of those it had, and
 * files the source's passages under them. Without a source the sections are the topics that no source holds.
 * A section whose heading is there already stays, and with it, when its English questions are the same, its
 * vectors, which are dear. The caller has locked what the sections belong to.
 */
export async function replaceSections(
  trx: Transaction<Tables>,
  source: Source | undefined,
  drafts: readonly SectionDraft[],
): Promise<void> {
  // Locked, so that a centre being made of the old questions is not stored beside the new ones.
  const before = await readSections(trx, source, { isLocked: true });
  const known = new Map(before.map((section) => [section.heading, section]));
  const wanted = new Set(drafts.map(({ heading }) => heading));
  const gone = before.filter(({ heading }) => !wanted.has(heading));
  await deleteSections(trx, gone);
  const added = await insertSections(trx, source, {
    drafts: drafts.filter(({ heading }) => !known.has(heading)),
  });
  const sections = drafts.map((draft) => ({
    ...draft,
    id: known.get(draft.heading)?.id ?? added.get(draft.heading) ?? 0,
  }));
  await updateSections(trx, sections);
  const changed = sections.filter((section) => {
    const old = known.get(section.heading);
    return old !== undefined && !isDeepStrictEqual(listEnglish(old), listEnglish(section));
  });
  await forgetCentres(trx, changed);
  await replaceQuestions(trx, sections);
  await replaceTranslations(trx, sections);
  await replaceWords(trx, sections);
  if (source !== undefined) await linkPassages(trx, source);
}

/**
 * Stores one more section of a source, with those of its passages that stand in it. The caller has locked the
 * source's row. A section under a heading without known questions is not stored: nothing would find it.
 *
 * @returns false, changing nothing, when the source has a section of this heading.
 */
export async function addSection(
  trx: Transaction<Tables>,
  source: Source,
  { ordinal, ...draft }: SectionDraft & { ordinal: number },
): Promise<boolean> {
  if ((await listHeadings(trx, source)).includes(draft.heading)) return false;
  const added = await insertSections(trx, source, { drafts: [draft] });
  const sections = [...added.values()].map((id) => ({ ...draft, id }));
  await updateSections(trx, sections, ordinal);
  await replaceQuestions(trx, sections);
  await replaceTranslations(trx, sections);
  await replaceWords(trx, sections);
  await linkPassages(trx, source);
  return true;
}

/** A source's sections in their order, as {@link replaceSections} puts them back. */
export async function readSectionDrafts(
  db: Kysely<Tables>,
  source: Source,
): Promise<SectionDraft[]> {
  const sections = await readSections(db, source);
  return sections
    .toSorted((one, other) => one.ordinal - other.ordinal)
    .map(({ id: _id, ordinal: _ordinal, ...draft }) => draft);
}

/** The headings of a source's sections. */
export async function listHeadings(db: Kysely<Tables>, source: Source): Promise<string[]> {
  const rows = await db.selectFrom('sections').select('heading').where(belongsTo(source)).execute();
  return rows.map(({ heading }) => heading);
}

/** Files the passages of a source under its sections: each under the one with its nearest heading. */
export async function linkPassages(trx: Transaction<Tables>, { kind, id }: Source): Promise<void> {
  const owner = ownerColumn(kind);
  await sql`update passages p set section_id = s.id from sections s
    where ${sql.ref(`p.${owner}`)} = ${id} and ${sql.ref(`s.${owner}`)} = ${id}
      and s.heading = p.heading_path[cardinality(p.heading_path)]
      and p.section_id is distinct from s.id`.execute(trx);
}

/** Counts the words of a source's sections anew. */
export async function recountSections(trx: Transaction<Tables>, source: Source): Promise<void> {
  await replaceWords(trx, await readSections(trx, source));
}

function belongsTo(source: Source | undefined): RawBuilder<SqlBool> {
  if (source === undefined) return sql<SqlBool>`document_id is null and site_id is null`;
  return sql<SqlBool>`${sql.ref(ownerColumn(source.kind))} = ${source.id}`;
}

async function readSections(
  db: Kysely<Tables>,
  source: Source | undefined,
  { isLocked } = { isLocked: false },
): Promise<(StoredSection & { ordinal: number })[]> {
  let query = db
    .selectFrom('sections')
    .select(['id', 'ordinal', 'title', 'heading', 'text'])
    .where(belongsTo(source))
    // Whoever locks several goes by their ids, so that nobody waits in a circle.
    .orderBy('id');
  if (isLocked) query = query.forUpdate();
  const rows = await query.execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const questions = await db
    .selectFrom('known_questions')
    .select(['section_id', 'language', 'origin', 'question as text', 'sentence'])
    .where('section_id', 'in', ids)
    .orderBy('ordinal')
    .execute();
  const translations = await db
    .selectFrom('section_translations')
    .select(['section_id', 'language', 'title', 'heading', 'text'])
    .where('section_id', 'in', ids)
    .execute();
  const questionsOf = Map.groupBy(questions, (row) => row.section_id);
  const translationsOf = Map.groupBy(translations, (row) => row.section_id);
  return rows.map((row) => ({
    ...row,
    questions: questionsOf.get(row.id) ?? [],
    translations: translationsOf.get(row.id) ?? [],
  }));
}

/** A stored section in one language: what {@link joinTexts} makes of it, and its known questions. */
export interface SectionTexts {
  text: string;
  questions: Pick<KnownQuestion, 'text' | 'sentence'>[];
}

/** Stored sections in one language, by their ids. */
export async function readSectionTexts(
  db: Kysely<Tables>,
  ids: readonly number[],
  language: string,
): Promise<Map<number, SectionTexts>> {
  const sections =
    language === 'en'
      ? sql`sections`
      : sql`(
    select section_id as id, title, heading, text from section_translations where language = ${language})`;
  const { rows } = await sql<SectionTexts & { id: number }>`
    select given.id, concat_ws(chr(10), own.title, own.heading, own.text, asked.texts) as text,
      coalesce(asked.questions, '[]') as questions
    from unnest(${ids}::int[]) as given (id)
      left join ${sections} as own on own.id = given.id
      left join lateral (
        select string_agg(question, chr(10) order by ordinal) as texts,
          json_agg(json_build_object('text', question, 'sentence', sentence)) as questions
        from known_questions
        where section_id = given.id and language = ${language}) as asked on true`.execute(db);
  return new Map(rows.map(({ id, ...texts }) => [id, texts]));
}

/** The English questions of a section in their order. */
export function listEnglish({ questions }: Pick<SectionDraft, 'questions'>): string[] {
  return questions.filter(({ language }) => language === 'en').map(({ text }) => text);
}

async function deleteSections(
  trx: Transaction<Tables>,
  sections: readonly StoredSection[],
): Promise<void> {
  if (sections.length === 0) return;
  const ids = sections.map(({ id }) => id);
  await trx.deleteFrom('sections').where('id', 'in', ids).execute();
}

/** Ids of the new sections by heading. */
async function insertSections(
  trx: Transaction<Tables>,
  source: Source | undefined,
  { drafts }: { drafts: readonly SectionDraft[] },
): Promise<Map<string, number>> {
  if (drafts.length === 0) return new Map();
  const owner = source === undefined ? {} : { [ownerColumn(source.kind)]: source.id };
  const rows = await trx
    .insertInto('sections')
    .values(
      drafts.map(({ heading }) => ({
        document_id: null,
        site_id: null,
        ...owner,
        heading,
        ordinal: 0,
      })),
    )
    .returning(['id', 'heading'])
    .execute();
  return new Map(rows.map(({ id, heading }) => [heading, id]));
}

/** Writes what of a section may change under the same heading; their order is the order given, from `first` on. */
async function updateSections(
  trx: Transaction<Tables>,
  sections: readonly StoredSection[],
  first = 0,
): Promise<void> {
  await sql`update sections s set title = given.title, text = given.text, ordinal = given.ordinal,
      revision = s.revision + 1
    from unnest(${sections.map(({ id }) => id)}::int[], ${sections.map(({ title }) => title)}::text[],
      ${sections.map(({ text }) => text)}::text[], ${sections.map((_, index) => first + index)}::int[])
      as given (id, title, text, ordinal)
    where s.id = given.id`.execute(trx);
}

async function forgetCentres(
  trx: Transaction<Tables>,
  sections: readonly StoredSection[],
): Promise<void> {
  if (sections.length === 0) return;
  const ids = sections.map(({ id }) => id);
  await trx.deleteFrom('section_embeddings').where('section_id', 'in', ids).execute();
}

async function replaceQuestions(
  trx: Transaction<Tables>,
  sections: readonly StoredSection[],
): Promise<void> {
  const rows = sections.flatMap(({ id, questions }) => {
    const byLanguage = Map.groupBy(questions, ({ language }) => language);
    return [...byLanguage.values()].flatMap((asked) =>
      asked.map((question, ordinal) => ({ ...question, id, ordinal })),
    );
  });
  const ids = sections.map(({ id }) => id);
  await sql`delete from known_questions where section_id = any(${ids}::int[])`.execute(trx);
  await sql`insert into known_questions (section_id, language, ordinal, origin, question, sentence)
    select * from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ language }) => language)}::text[],
      ${rows.map(({ ordinal }) => ordinal)}::int[], ${rows.map(({ origin }) => origin)}::text[],
      ${rows.map(({ text }) => text)}::text[], ${rows.map(({ sentence }) => sentence)}::text[])`.execute(
    trx,
  );
}

async function replaceTranslations(
  trx: Transaction<Tables>,
  sections: readonly StoredSection[],
): Promise<void> {
  const rows = sections.flatMap(({ id, translations }) =>
    translations.map(({ language, title, heading, text }) => ({
      section_id: id,
      language,
      title,
      heading,
      text,
    })),
  );
  const ids = sections.map(({ id }) => id);
  await sql`delete from section_translations where section_id = any(${ids}::int[])`.execute(trx);
  if (rows.length > 0) await trx.insertInto('section_translations').values(rows).execute();
}

async function replaceWords(
  trx: Transaction<Tables>,
  sections: readonly StoredSection[],
): Promise<void> {
  const counted: { id: number; language: string; counts: TermCounts }[] = [];
  for (const [index, section] of sections.entries()) {
    for (const [language, text] of joinTexts(section)) {
      counted.push({ id: section.id, language, counts: countAll(toTermsIn(language, text)) });
    }
    if ((index + 1) % SECTIONS_PER_TURN === 0) await setImmediate();
  }
  const ids = sections.map(({ id }) => id);
  await sql`delete from section_terms where section_id = any(${ids}::int[])`.execute(trx);
  for (const [language, texts] of Map.groupBy(counted, (one) => one.language)) {
    const columns = toTermColumns(texts);
    await sql`insert into section_terms (language, term, section_id, frequency, section_length)
      select ${language}, * from unnest(${columns.terms}::text[], ${columns.ids}::int[],
        ${columns.frequencies}::smallint[], ${columns.lengths}::smallint[])`.execute(trx);
  }
}

/**
 * What is counted of a section, by language: its title, heading, text and all its questions of the language as
 * one text, a line each; in another language than English what the translation says of these.
 */
export function joinTexts(section: SectionDraft): Map<string, string> {
  const lines = new Map([['en', [section.title, section.heading, section.text]]]);
  for (const { language, title, heading, text } of section.translations) {
    lines.set(language, [title, heading, text]);
  }
  for (const { language, text } of section.questions) {
    lines.set(language, [...(lines.get(language) ?? []), text]);
  }
  return new Map([...lines].map(([language, texts]) => [language, texts.join('\n')]));
}
