import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { FlowRecord } from '../engine/flow-record.ts';
import type { IdentityTables } from '../tables.ts';

type FlowRow = IdentityTables['identity.flows'];

/** Flows in progress. */
export type FlowStore = ReturnType<typeof createFlowStore>;

/** Reads and writes flows; see {@link createStores} for the connection. */
export function createFlowStore(db: Kysely<IdentityTables>) {
  return {
    async add(record: FlowRecord): Promise<void> {
      await db.insertInto('identity.flows').values(toRow(record)).execute();
    },

    /** Reads a flow and holds its row until the transaction ends. `id` must be a uuid. */
    async lock(id: string): Promise<FlowRecord | undefined> {
      const row = await db
        .selectFrom('identity.flows')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async save(record: FlowRecord): Promise<void> {
      await db
        .updateTable('identity.flows')
        .set(toRow(record))
        .where('id', '=', record.id)
        .execute();
    },

    /** Undoes exactly one step: puts a record back unless the flow has moved on since. */
    async restore(before: FlowRecord): Promise<void> {
      await db
        .updateTable('identity.flows')
        .set(toRow(before))
        .where('id', '=', before.id)
        .where('version', '=', before.version + 1)
        .execute();
    },

    /** Removes the open flows of an account, so that no name or address of it is left in them. */
    async removeOf(account: { id: string; names: string[] }, keepId?: string): Promise<void> {
      const { id, names } = account;
      const others =
        keepId === undefined
          ? db.deleteFrom('identity.flows')
          : db.deleteFrom('identity.flows').where('id', '!=', keepId);
      await others
        .where((eb) => {
          const owned = eb(sql<string>`data->>'userId'`, '=', id);
          if (names.length === 0) return owned;
          const named = ['address', 'passcodeAddress', 'username'].map((key) =>
            eb(sql<string>`data->>${sql.lit(key)}`, 'in', names),
          );
          return eb.or([owned, ...named]);
        })
        .execute();
    },

    async removeExpired(now: Date): Promise<void> {
      await db.deleteFrom('identity.flows').where('expires_at', '<=', now).execute();
    },
  };
}

function toRow(record: FlowRecord): Insertable<FlowRow> {
  return {
    id: record.id,
    flow: record.flow,
    state: record.state,
    previous_state: record.previousState,
    queue: JSON.stringify(record.queue),
    history: JSON.stringify(record.history),
    data: JSON.stringify(record.data),
    csrf_token: record.csrfToken,
    version: record.version,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
  };
}

function toRecord(row: Selectable<FlowRow>): FlowRecord {
  return {
    id: row.id,
    flow: row.flow,
    state: row.state,
    previousState: row.previous_state,
    queue: row.queue,
    history: row.history,
    data: row.data,
    csrfToken: row.csrf_token,
    version: row.version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
