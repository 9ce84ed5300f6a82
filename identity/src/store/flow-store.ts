import { type Insertable, type Kysely, sql } from 'kysely';
import type { FlowRecord } from './flow-record.ts';
import type { IdentityTables } from './tables.ts';

/** Flows in progress. */
export function createFlowStore(db: Kysely<IdentityTables>) {
  return {
    async add(record: FlowRecord): Promise<void> {
      await db.insertInto('identity.flows').values(toRow(record)).execute();
    },

    /** Reads a flow and holds its row until the transaction ends. `id` must be a uuid. */
    async lock(id: string): Promise<FlowRecord | undefined> {
      return db
        .selectFrom('identity.flows')
        .select(['id', 'flow', 'state', 'queue', 'history', 'data', 'version'])
        .select(['previous_state as previousState', 'csrf_token as csrfToken'])
        .select(['created_at as createdAt', 'expires_at as expiresAt', 'opened_by as openedBy'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
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

    /**
     * Removes the open flows that name a person, whoever opened them and wherever in the flow: by the
     * account's id, by an address, or by the username.
     */
    async removeOf(
      person: { id?: string; addresses: readonly string[]; username?: string },
      keepId?: string,
    ): Promise<void> {
      const texts = [...(person.id === undefined ? [] : [person.id]), ...person.addresses];
      await db
        .deleteFrom('identity.flows')
        .$if(keepId !== undefined, (query) => query.where('id', '!=', keepId ?? ''))
        .where((eb) =>
          eb.or([
            ...texts.map((text) => holds(JSON.stringify(text))),
            ...(person.username === undefined
              ? []
              : [holds(`"username": ${JSON.stringify(person.username)}`)]),
          ]),
        )
        .execute();
    },

    /** Leaves the `limit` newest of those that the same account or network has opened. */
    async removeSurplus(limit: number): Promise<void> {
      await sql`
        DELETE FROM identity.flows WHERE id IN (
          SELECT id FROM (
            SELECT id, row_number() OVER (PARTITION BY opened_by ORDER BY created_at DESC) AS rank
            FROM identity.flows WHERE opened_by <> ''
          ) AS ranked WHERE rank > ${limit}::int
        )`.execute(db);
    },
  };
}

/** Whether what a flow has learnt, or one of its earlier steps, holds a piece of JSON. */
function holds(json: string) {
  return sql<boolean>`strpos(data::text || history::text, ${json}) > 0`;
}

function toRow(record: FlowRecord): Insertable<IdentityTables['identity.flows']> {
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
    opened_by: record.openedBy,
  };
}
