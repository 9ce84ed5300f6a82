import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { PageTurn } from '../split/split-document.ts';
import type { Passage } from './passage.ts';

interface PassageRow {
  id: number;
  document_id: string | null;
  site_id: string | null;
  ordinal: number;
  title: string;
  heading_path: string[];
  page: number | null;
  page_label: string | null;
  page_turns: PageTurn[] | null;
  text: string;
  source_url: string | null;
  authority: string | null;
  as_of: string | null;
  tags: string[];
}

const COLUMNS = sql`p.id, p.document_id, p.site_id, p.ordinal, p.title, p.heading_path, p.page,
  p.page_label, p.page_turns, p.text, coalesce(p.url, d.source_url, s.url) as source_url, d.authority, d.as_of,
  coalesce(d.tags, s.tags) as tags`;
const FROM = sql`from passages p
  left join documents d on d.id = p.document_id left join sites s on s.id = p.site_id`;

/** The given passages with their sources, in any order; those deleted meanwhile are missing. */
export async function readPassages(db: Kysely<Tables>, ids: readonly number[]): Promise<Passage[]> {
  const { rows } = await sql<PassageRow>`select ${COLUMNS} ${FROM}
    where p.id = any(${ids}::int[])`.execute(db);
  return rows.map(toPassage);
}

/** The passages one place before and after each given one, in their sources' order, without the given ones. */
export async function readNeighbours(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Passage[]> {
  const { rows } = await sql<PassageRow>`
    with given as (select document_id, site_id, ordinal from passages where id = any(${ids}::int[])),
    near as (
      select p.id from given g join passages p
        on p.document_id = g.document_id and p.ordinal in (g.ordinal - 1, g.ordinal + 1)
      union
      select p.id from given g join passages p
        on p.site_id = g.site_id and p.ordinal in (g.ordinal - 1, g.ordinal + 1))
    select ${COLUMNS} ${FROM}
    where p.id in (select id from near) and p.id <> all(${ids}::int[])
    order by p.document_id, p.site_id, p.ordinal`.execute(db);
  return rows.map(toPassage);
}

function toPassage(row: PassageRow): Passage {
  return {
    id: row.id,
    source: {
      kind: row.document_id === null ? 'site' : 'document',
      id: row.document_id ?? row.site_id ?? '',
      title: row.title,
      url: row.source_url,
      authority: row.authority,
      asOf: row.as_of,
      tags: row.tags,
    },
    ordinal: row.ordinal,
    headingPath: row.heading_path,
    page: row.page,
    pageLabel: row.page_label,
    ...(row.page_turns !== null && { pageTurns: row.page_turns }),
    text: row.text,
  };
}
