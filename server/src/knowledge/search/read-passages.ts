import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { measureRepeated } from '../split/measure-repeated.ts';
import type { PageTurn } from '../split/split-document.ts';
import type { Passage, PassageSource } from './passage.ts';

type PassageRow = Omit<Passage, 'source' | 'pageTurns'> &
  Omit<PassageSource, 'id'> & {
    sourceId: string;
    pageTurns: PageTurn[] | null;
    /** The text of the passage before it, if that one is hidden. */
    hiddenBefore: string | null;
  };

const COLUMNS = sql`p.id, p.ordinal, p.section_id as "sectionId", 'en' as language,
  p.section_id is null and coalesce(p.heading_path[cardinality(p.heading_path)], p.title) = p.title and exists (
    select from sections s where s.document_id = p.document_id or s.site_id = p.site_id) as "isIntroduction", p.heading_path as "headingPath", p.page, p.page_label as "pageLabel",
  p.page_turns as "pageTurns", p.text, p.confidence, case when p.document_id is null then 'site' else 'document' end as kind,
  coalesce(p.document_id, p.site_id) as "sourceId", p.title, coalesce(p.url, d.source_url, s.url) as url,
  d.authority, d.as_of as "asOf", coalesce(d.tags, s.tags) as tags,
  (select h.text from passages h where h.hidden_id is not null and h.ordinal = p.ordinal - 1
    and (h.document_id = p.document_id or h.site_id = p.site_id)) as "hiddenBefore"`;
/** What is hidden is nowhere read for an answer. */
const FROM = sql`from passages p
  left join documents d on d.id = p.document_id left join sites s on s.id = p.site_id
  where p.hidden_id is null and`;

/** The given passages with their sources, in any order; those deleted or hidden meanwhile are missing. */
export async function readPassages(db: Kysely<Tables>, ids: readonly number[]): Promise<Passage[]> {
  const { rows } = await sql<PassageRow>`select ${COLUMNS} ${FROM}
    p.id = any(${ids}::int[])`.execute(db);
  return rows.map(toPassage);
}

/** Every passage of the given sections, each section's in reading order. */
export async function readSections(
  db: Kysely<Tables>,
  sectionIds: readonly number[],
): Promise<Passage[]> {
  if (sectionIds.length === 0) return [];
  const { rows } = await sql<PassageRow>`select ${COLUMNS} ${FROM}
    p.section_id = any(${sectionIds}::int[]) order by p.section_id, p.ordinal`.execute(db);
  return rows.map(toPassage);
}

/** Every passage under the same heading of the same source as the given one, in reading order. */
export async function readUnderHeading(
  db: Kysely<Tables>,
  { source, headingPath }: Pick<Passage, 'source' | 'headingPath'>,
): Promise<Passage[]> {
  const owner = source.kind === 'document' ? sql`p.document_id` : sql`p.site_id`;
  const { rows } = await sql<PassageRow>`select ${COLUMNS} ${FROM}
    ${owner} = ${source.id} and p.heading_path = ${headingPath} order by p.ordinal`.execute(db);
  return rows.map(toPassage);
}

/** The given sections' texts in `language`, where somebody has translated them and nothing of the section is hidden. */
export async function readTranslations(
  db: Kysely<Tables>,
  sectionIds: readonly number[],
  language: string,
): Promise<Map<number, { title: string; heading: string; text: string }>> {
  const { rows } = await sql<{ id: number; title: string; heading: string; text: string }>`
    select section_id as id, title, heading, text from section_translations
    where language = ${language} and section_id = any(${sectionIds}::int[]) and not exists (
      select from passages p
      where p.section_id = section_translations.section_id and p.hidden_id is not null)`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...translation }) => [id, translation]));
}

/** Those of the given sections that have known questions in `language`. */
export async function listAsked(
  db: Kysely<Tables>,
  sectionIds: readonly number[],
  language: string,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct section_id as id from known_questions
    where language = ${language} and section_id = any(${sectionIds}::int[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function toPassage({ pageTurns, hiddenBefore, ...row }: PassageRow): Passage {
  const { kind, sourceId, title, url, authority, asOf, tags, ...passage } = row;
  const whole = {
    ...passage,
    source: { kind, id: sourceId, title, url, authority, asOf, tags },
    ...(pageTurns !== null && { pageTurns }),
  };
  return hiddenBefore === null ? whole : cutRepeated(whole, hiddenBefore);
}

/** The passage without the sentence by which it repeats a hidden one. */
function cutRepeated({ pageTurns = [], ...passage }: Passage, before: string): Passage {
  const cut = measureRepeated(before, passage.text);
  const { page, pageLabel } = pageTurns.findLast(({ start }) => start <= cut) ?? passage;
  const turns = pageTurns
    .filter(({ start }) => start > cut)
    .map((turn) => ({ ...turn, start: turn.start - cut }));
  return {
    ...passage,
    page,
    pageLabel,
    text: passage.text.slice(cut),
    ...(turns.length > 0 && { pageTurns: turns }),
  };
}
