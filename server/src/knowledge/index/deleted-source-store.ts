import type { DeletedSource } from '@pathway/contract/deleted-source';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import type { Source } from './source.ts';

type Kind = Source['kind'];

/**
 * Keeps a source whose row is deleted in the same transaction, so that it can be restored. `content` is what
 * it is put back from, as JSON can say it.
 */
export async function keepDeleted(
  trx: Transaction<Tables>,
  { kind, id }: Source,
  kept: { name: string; storageKey: string | null; content: unknown; deletedAt: Date },
): Promise<void> {
  await trx
    .insertInto('deleted_sources')
    .values({
      id,
      kind,
      name: kept.name,
      storage_key: kept.storageKey,
      source: JSON.stringify(kept.content),
      deleted_at: kept.deletedAt,
    })
    .execute();
}

/**
 * What {@link keepDeleted} was given of a source, undefined when it is absent. It is locked, so that one of two who
 * restore it finds it gone.
 */
export async function readDeleted(trx: Transaction<Tables>, source: Source): Promise<unknown> {
  const row = await trx
    .selectFrom('deleted_sources')
    .select('source')
    .where('id', '=', source.id)
    .where('kind', '=', source.kind)
    .forUpdate()
    .executeTakeFirst();
  return row && JSON.parse(row.source);
}

/** Those of a kind that can be restored, deleted last first. */
export async function listDeleted(db: Kysely<Tables>, kind: Kind): Promise<DeletedSource[]> {
  const rows = await db
    .selectFrom('deleted_sources')
    .select(['id', 'name', 'deleted_at'])
    .where('kind', '=', kind)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, deleted_at: row.deleted_at.toISOString() }));
}

/** The files that deleted sources are restored with. */
export async function listDeletedFiles(
  db: Kysely<Tables>,
): Promise<{ name: string; storageKey: string }[]> {
  const rows = await db
    .selectFrom('deleted_sources')
    .select(['name', 'storage_key as storageKey'])
    .execute();
  return rows.flatMap(({ name, storageKey }) => (storageKey === null ? [] : { name, storageKey }));
}

/** Erases a deleted source for good. Returns its file's key, null without one, undefined when it is absent. */
export async function eraseDeleted(
  db: Kysely<Tables>,
  source: Source,
): Promise<string | null | undefined> {
  const row = await deleteKept(db, source).returning('storage_key').executeTakeFirst();
  return row?.storage_key;
}

/** Erases for good what was deleted before a moment; returns how many. Their files are then nobody's. */
export async function eraseDeletedBefore(db: Kysely<Tables>, before: Date): Promise<number> {
  const rows = await db
    .deleteFrom('deleted_sources')
    .where('deleted_at', '<', before)
    .returning('id')
    .execute();
  return rows.length;
}

function deleteKept(db: Kysely<Tables>, { kind, id }: Source) {
  return db.deleteFrom('deleted_sources').where('id', '=', id).where('kind', '=', kind);
}
