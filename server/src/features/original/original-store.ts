import { ORIGINAL_PASSAGES_PER_PAGE, type OriginalPassage } from '@pathway/contract/original';
import { type Kysely, sql } from 'kysely';
import { measureRepeated } from '../../knowledge/split/measure-repeated.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** A stored document as those see it whose answers cite it. */
interface Original {
  id: string;
  name: string;
  kind: 'pdf' | 'text';
  storageKey: string;
}

export interface OriginalStore {
  /** Undefined for a document that no answer of the user cites, as for one that is not there. */
  find(userId: string, documentId: string): Promise<Original | undefined>;
  /** At most 50 passages from an ordinal on, without hidden ones and without what they repeat; and where they end. */
  readText(documentId: string, from: number): Promise<{ end: number; passages: OriginalPassage[] }>;
}

export function createOriginalStore(db: Kysely<Tables>): OriginalStore {
  return {
    async find(userId, documentId) {
      const cited = JSON.stringify([{ original: { id: documentId } }]);
      const { rows } = await sql<Original>`
        select id, filename as name, case kind when 'pdf' then 'pdf' else 'text' end as kind,
          storage_key as "storageKey"
        from documents d where d.id = ${documentId} and d.status = 'Ready' and exists (
          select from chat_logs l where l.user_id = ${userId} and l.sources @> ${cited}::jsonb)`.execute(
        db,
      );
      return rows[0];
    },
    async readText(documentId, from) {
      const { rows } = await sql<OriginalPassage & { before: string | null }>`
        select p.ordinal, p.heading_path as headings, p.text, b.text as before
        from passages p left join passages b on b.document_id = p.document_id and b.ordinal = p.ordinal - 1
        where p.document_id = ${documentId} and p.hidden_id is null and p.ordinal >= ${from}
        order by p.ordinal limit ${ORIGINAL_PASSAGES_PER_PAGE}`.execute(db);
      const { end } = await db
        .selectFrom('passages')
        .select(({ fn }) => fn.max('ordinal').as('end'))
        .where('document_id', '=', documentId)
        .where('hidden_id', 'is', null)
        .executeTakeFirstOrThrow();
      return {
        end: (end ?? -1) + 1,
        passages: rows.map(({ before, text, ...row }) => ({
          ...row,
          text: before === null ? text : text.slice(measureRepeated(before, text)),
        })),
      };
    },
  };
}
