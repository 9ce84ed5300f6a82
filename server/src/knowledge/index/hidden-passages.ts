import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { measureRepeated } from '../split/measure-repeated.ts';
import { tokenize } from '../words/tokenize.ts';
import { ownerColumn, type Source } from './source.ts';

/** Words of a run by which texts are compared: long enough to be said once, short enough that a corrected word leaves most. */
const RUN_WORDS = 3;
/**
 * A new passage of whose runs so many stand in a hidden one is hidden: what was cut elsewhere is found again in
 * each of its parts, and a sentence that every page of a site repeats hides none of them.
 */
const HIDDEN_SHARE = 0.25;

/** Why a passage is hidden, by whom and when. */
export interface Hiding {
  reason: string;
  /** The id of a user. */
  by: string;
  at: Date;
}

/**
 * Keeps a passage of a source out of search and answers, from this moment on and for as long as the source says the
 * same. One that is hidden already stays so for its first reason.
 *
 * @returns false, changing nothing, when the source has no such passage.
 */
export function hidePassage(
  db: Kysely<Tables>,
  source: Source,
  { passageId, reason, by, at }: Hiding & { passageId: number },
): Promise<boolean> {
  const owner = ownerColumn(source.kind);
  return db.transaction().execute(async (trx) => {
    // Whoever replaces the passages holds this lock too.
    await sql`select from ${sql.table(source.kind === 'document' ? 'documents' : 'sites')}
      where id = ${source.id} for update`.execute(trx);
    const found = await trx
      .selectFrom('passages')
      .select(['id', 'ordinal', 'hidden_id'])
      .where('id', '=', passageId)
      .where(owner, '=', source.id)
      .executeTakeFirst();
    if (found === undefined) return false;
    if (found.hidden_id !== null) return true;
    const own = (await readOwnTexts(trx, source, found.ordinal)).get(passageId) ?? '';
    const { id } = await trx
      .insertInto('hidden_passages')
      .values({
        document_id: null,
        site_id: null,
        [owner]: source.id,
        text: own,
        reason,
        hidden_by: by,
        hidden_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.updateTable('passages').set({ hidden_id: id }).where('id', '=', passageId).execute();
    return true;
  });
}

/** Lets what was hidden be found and quoted again. @returns false when it is not hidden. */
export async function showPassage(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('hidden_passages')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What is hidden of a source, as a deleted one keeps it: without the person. */
export interface KeptHiding {
  text: string;
  reason: string;
  /** ISO. */
  hiddenAt: string;
}

export async function readHidings(
  trx: Transaction<Tables>,
  { kind, id }: Source,
): Promise<KeptHiding[]> {
  const rows = await trx
    .selectFrom('hidden_passages')
    .select(['text', 'reason', 'hidden_at'])
    .where(ownerColumn(kind), '=', id)
    .orderBy('hidden_at')
    .orderBy('id')
    .execute();
  return rows.map(({ text, reason, hidden_at }) => ({
    text,
    reason,
    hiddenAt: hidden_at.toISOString(),
  }));
}

/** Puts back what was hidden of a restored source, before its passages are stored. */
export async function restoreHidings(
  trx: Transaction<Tables>,
  { kind, id }: Source,
  hidings: readonly KeptHiding[],
): Promise<void> {
  if (hidings.length === 0) return;
  await trx
    .insertInto('hidden_passages')
    .values(
      hidings.map(({ text, reason, hiddenAt }) => ({
        document_id: null,
        site_id: null,
        [ownerColumn(kind)]: id,
        text,
        reason,
        hidden_by: null,
        hidden_at: new Date(hiddenAt),
      })),
    )
    .execute();
}

/** Hides those of a source's passages that say what is hidden of it: after they were stored anew. */
export async function hideAgain(trx: Transaction<Tables>, source: Source): Promise<void> {
  const hidden = await trx
    .selectFrom('hidden_passages')
    .select(['id', 'text'])
    .where(ownerColumn(source.kind), '=', source.id)
    .orderBy('hidden_at')
    .orderBy('id')
    .execute();
  if (hidden.length === 0) return;
  const known = hidden.map(({ id, text }) => ({ id, runs: listRuns(text) }));
  const ids: number[] = [];
  const hiddenIds: string[] = [];
  for (const [id, text] of await readOwnTexts(trx, source)) {
    const runs = listRuns(text);
    const said = known.find((one) => shareOf(runs, one.runs) >= HIDDEN_SHARE);
    if (said === undefined) continue;
    ids.push(id);
    hiddenIds.push(said.id);
  }
  await sql`update passages p set hidden_id = given.hidden_id
    from unnest(${ids}::int[], ${hiddenIds}::uuid[]) as given (id, hidden_id)
    where p.id = given.id`.execute(trx);
}

/** What each passage of a source, or one of them, says that the one before it does not. */
async function readOwnTexts(
  trx: Transaction<Tables>,
  { kind, id }: Source,
  only?: number,
): Promise<Map<number, string>> {
  let query = trx
    .selectFrom('passages')
    .select(['id', 'ordinal', 'text'])
    .where(ownerColumn(kind), '=', id)
    .orderBy('ordinal');
  if (only !== undefined) query = query.where('ordinal', 'in', [only - 1, only]);
  const rows = await query.execute();
  return new Map(
    rows.map((row, index) => {
      const before = rows[index - 1]?.text ?? '';
      return [row.id, row.text.slice(measureRepeated(before, row.text))];
    }),
  );
}

function listRuns(text: string): Set<string> {
  const words = tokenize(text);
  const last = Math.max(0, words.length - RUN_WORDS);
  return new Set(
    Array.from({ length: last + 1 }, (_, start) => words.slice(start, start + RUN_WORDS).join(' ')),
  );
}

function shareOf(runs: ReadonlySet<string>, hidden: ReadonlySet<string>): number {
  return [...runs].filter((run) => hidden.has(run)).length / runs.size;
}
