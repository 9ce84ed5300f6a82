import type { Hiding, Reading, ReadPassage } from '@pathway/contract/reading';
import { type Kysely, sql } from 'kysely';
import { ownerColumn, type Source } from '../../knowledge/index/source.ts';
import { measureRepeated } from '../../knowledge/split/measure-repeated.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Passages of one reply. */
const PASSAGES_PER_PAGE = 50;

/** A source with what its row says of it. */
type FoundSource = Source & Pick<Reading, 'name' | 'status'> & { warning: string | null };

/** Reads what was made of sources, hidden passages included. */
export interface ReadingStore {
  /** Undefined for what is neither a document nor a site. */
  findSource(id: string): Promise<FoundSource | undefined>;
  read(source: FoundSource): Promise<Reading>;
  /** At most 50 passages in reading order, those before the ordinal `from` left out. */
  listPassages(source: Source, from: number): Promise<ReadPassage[]>;
}

export function createReadingStore(db: Kysely<Tables>): ReadingStore {
  return {
    async findSource(id) {
      const { rows } = await sql<FoundSource>`
        select 'document' as kind, id, filename as name, status, warning from documents where id = ${id}
        union all
        select 'site', id, url, status, status_reason from sites where id = ${id}`.execute(db);
      return rows[0];
    },
    async read(source) {
      const { kind, name, status, warning } = source;
      const passages = await readPlaces(db, source);
      return {
        kind,
        name,
        status,
        ...(warning !== null && { warning }),
        passages: passages.length,
        pages: Math.max(0, ...passages.map(({ lastPage }) => lastPage)),
        outline: outlineOf(passages, kind),
        hidden: await readHidings(db, source),
      };
    },
    listPassages: (source, from) => readPassages(db, source, from),
  };
}

interface Place {
  ordinal: number;
  title: string;
  headings: string[];
  page: string | null;
  lastPage: number;
}

async function readPlaces(db: Kysely<Tables>, { kind, id }: Source): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select ordinal, title, heading_path as headings, coalesce(page_label, page::text) as page,
      coalesce((page_turns -> -1 ->> 'page')::int, page, 0) as "lastPage"
    from passages where ${sql.ref(ownerColumn(kind))} = ${id} order by ordinal`.execute(db);
  return rows;
}

/** Each heading where it begins; over those of a site stand the titles of its pages. */
function outlineOf(places: readonly Place[], kind: Source['kind']): Reading['outline'] {
  let before: string[] = [];
  return places.flatMap(({ ordinal, title, headings, page }) => {
    const path = kind === 'site' ? [title, ...headings] : headings;
    const shared = path.findIndex((heading, depth) => heading !== before[depth]);
    before = path;
    if (shared === -1) return [];
    return path
      .slice(shared)
      .map((text, index) => ({ text, depth: shared + index, ordinal, page }));
  });
}

async function readHidings(db: Kysely<Tables>, { kind, id }: Source): Promise<Hiding[]> {
  const { rows } = await sql<Omit<Hiding, 'at'> & { at: Date }>`
    select h.id, (select min(ordinal) from passages where hidden_id = h.id) as ordinal, h.text, h.reason,
      u.email as by, h.hidden_at as at
    from hidden_passages h left join users u on u.id = h.hidden_by
    where ${sql.ref(`h.${ownerColumn(kind)}`)} = ${id} order by 2, h.hidden_at, h.id`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

type PassageRow = Omit<ReadPassage, 'repeated'> & { before: string | null };

async function readPassages(
  db: Kysely<Tables>,
  { kind, id }: Source,
  from: number,
): Promise<ReadPassage[]> {
  const owner = ownerColumn(kind);
  const { rows } = await sql<PassageRow>`
    select p.id, p.ordinal, p.heading_path as headings, coalesce(p.page_label, p.page::text) as page, p.url, p.text,
      p.hidden_id as hidden, p.confidence,
      (select b.text from passages b
        where ${sql.ref(`b.${owner}`)} = ${id} and b.ordinal = p.ordinal - 1) as before,
      (select coalesce(json_agg(json_build_object('language', language, 'text', question)
          order by language, ordinal), '[]')
        from known_questions where section_id = p.section_id and not exists (
          select from passages f where f.section_id = p.section_id and f.ordinal < p.ordinal)) as asked
    from passages p where ${sql.ref(`p.${owner}`)} = ${id} and p.ordinal >= ${from}
    order by p.ordinal limit ${PASSAGES_PER_PAGE}`.execute(db);
  return rows.map(({ before, ...row }) => ({
    ...row,
    repeated: before === null ? 0 : measureRepeated(before, row.text),
  }));
}
