import type { Document } from '@pathway/contract/documents';
import type { Kysely, Selectable } from 'kysely';
import type { DocumentsTable, Tables } from '../../platform/db/tables.ts';

export interface NewDocument {
  filename: string;
  kind: 'pdf' | 'docx' | 'txt';
  sizeBytes: number;
  sha256: string;
  storageKey: string;
  createdAt: Date;
}

export interface DocumentStore {
  /** Newest first. */
  list(): Promise<Document[]>;
  count(): Promise<number>;
  /**
   * Adds a document and runs `enqueue` in the same transaction, so that row and job appear together.
   * Answers undefined when the same content is there already.
   */
  add(
    document: NewDocument,
    enqueue: (documentId: string, trx: Kysely<Tables>) => Promise<void>,
  ): Promise<Document | undefined>;
  /** Deletes a document with its passages and answers its storage key, or undefined when absent. */
  delete(id: string): Promise<string | undefined>;
  /** Answers false when the document is absent. */
  setTags(id: string, tags: string[]): Promise<boolean>;
}

const COLUMNS = ['id', 'filename', 'created_at', 'status', 'tags', 'warning'] as const;

export function createDocumentStore(db: Kysely<Tables>): DocumentStore {
  return {
    async list() {
      const rows = await db
        .selectFrom('documents')
        .select(COLUMNS)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toDocument);
    },

    async count() {
      const { count } = await db
        .selectFrom('documents')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    add: (document, enqueue) =>
      db.transaction().execute(async (trx) => {
        const row = await insert(trx, document);
        if (row === undefined) return undefined;
        await enqueue(row.id, trx);
        return toDocument(row);
      }),

    async delete(id) {
      const row = await db
        .deleteFrom('documents')
        .where('id', '=', id)
        .returning('storage_key')
        .executeTakeFirst();
      return row?.storage_key;
    },

    async setTags(id, tags) {
      const row = await db
        .updateTable('documents')
        .set({ tags })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function insert(db: Kysely<Tables>, document: NewDocument) {
  return db
    .insertInto('documents')
    .values({
      filename: document.filename,
      kind: document.kind,
      origin: 'upload',
      size_bytes: document.sizeBytes,
      sha256: document.sha256,
      storage_key: document.storageKey,
      created_at: document.createdAt,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

function toDocument({
  warning,
  ...row
}: Pick<Selectable<DocumentsTable>, (typeof COLUMNS)[number]>): Document {
  const odd = warning === null ? {} : { warning };
  return { ...row, created_at: row.created_at.toISOString(), ...odd };
}
