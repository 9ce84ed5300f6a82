import type { Document } from '@pathway/contract/documents';
import type { Kysely, Selectable, Transaction } from 'kysely';
import {
  eraseDeleted,
  eraseDeletedBefore,
  listDeleted,
  listDeletedFiles,
} from '../knowledge/index/deleted-source-store.ts';
import {
  maintainTables,
  replacePassages,
  type TitledPassage,
} from '../knowledge/index/passage-store.ts';
import { recountNext } from '../knowledge/index/recount-words.ts';
import {
  addSection,
  replaceSections,
  type SectionDraft,
} from '../knowledge/index/section-store.ts';
import type { DocumentsTable, Tables } from '../platform/db/tables.ts';
import { deleteDocument, restoreDocument, UNREAD } from './deleted-documents.ts';
import { type Enqueue, type NewStarter, putStarter } from './starter-store.ts';

/** Kinds of file that people give. */
export type StoredKind = 'pdf' | 'docx' | 'txt' | 'html' | 'eml';

/** An upload whose file is stored already. */
export interface NewDocument {
  filename: string;
  kind: StoredKind;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
  createdAt: Date;
}

/** A document as a run of reading it found it: its result belongs to this file and to no other. */
export type UnreadDocument = Pick<
  Selectable<DocumentsTable>,
  'id' | 'kind' | 'origin' | 'filename' | 'title' | 'storage_key'
>;

/** What reading a document gave. */
export interface ReadContent {
  title: string;
  passages: readonly TitledPassage[];
  /** Undefined for a document whose sections are not known: those that it has stay. */
  sections: readonly SectionDraft[] | undefined;
  /** `YYYY-MM-DD`; undefined leaves the date that the document has. */
  asOf: string | undefined;
  warning: string | undefined;
}

const COLUMNS = ['id', 'filename', 'created_at', 'status', 'tags', 'warning'] as const;
const UNREAD_COLUMNS = ['id', 'kind', 'origin', 'filename', 'title', 'storage_key'] as const;

export type DocumentStore = ReturnType<typeof createDocumentStore>;

export function createDocumentStore(db: Kysely<Tables>) {
  const unread = () => db.selectFrom('documents').where('status', 'in', UNREAD);
  const countOf = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
    (await query.executeTakeFirstOrThrow()).count;

  return {
    /** Newest first. */
    async list() {
      const rows = await db
        .selectFrom('documents')
        .select(COLUMNS)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toDocument);
    },

    count: () =>
      countOf(db.selectFrom('documents').select(({ fn }) => fn.countAll<number>().as('count'))),

    /** How many documents have each status. */
    countByStatus: () =>
      db
        .selectFrom('documents')
        .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute(),

    /** Adds a document and its job. Returns undefined when the same content is there already. */
    add: (document: NewDocument, enqueue: Enqueue) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
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
        if (row === undefined) return undefined;
        await enqueue(row.id, trx);
        return toDocument(row);
      }),

    /**
     * Deletes a document with its passages and sections, so that nothing finds or counts them. They are kept to
     * restore it from, as is its file. Returns false when it is absent.
     */
    delete: (id: string, deletedAt: Date) =>
      db.transaction().execute((trx) => deleteDocument(trx, id, deletedAt)),

    listDeleted: () => listDeleted(db, 'document'),

    /**
     * Puts a deleted document back as it was, searchable at once, with its job: the one that reads it when nobody
     * had read it to its end, else the one that makes its vectors.
     */
    restore: (id: string, enqueue: Record<'reading' | 'embedding', Enqueue>) =>
      db.transaction().execute((trx) => restoreDocument(trx, id, enqueue)),

    /** Erases a deleted document for good. Returns its file's key, or undefined when it is absent. */
    async erase(id: string) {
      return (await eraseDeleted(db, { kind: 'document', id })) ?? undefined;
    },

    /** Erases documents and sites for good that were deleted before a moment; returns how many. */
    eraseDeletedBefore: (before: Date) => eraseDeletedBefore(db, before),

    /** Returns false when the document is absent. */
    async setTags(id: string, tags: string[]) {
      const row = await db
        .updateTable('documents')
        .set({ tags })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Where each document's file lies, and its title once it was read. */
    listFiles: () =>
      db.selectFrom('documents').select(['storage_key as storageKey', 'title']).execute(),

    /** Where the files of deleted documents lie, with their names. */
    listDeletedFiles: () => listDeletedFiles(db),

    /** Ids of documents that nobody finished reading, oldest first: to be queued again at start. */
    async listPending() {
      const rows = await unread().select('id').orderBy('created_at').execute();
      return rows.map(({ id }) => id);
    },

    /** Names of the product's own documents that were read, could not be read, or are not wanted any more. */
    async listReadStarters() {
      const rows = await db
        .selectFrom('starter_files as f')
        .leftJoin('documents as d', 'd.id', 'f.document_id')
        .where((eb) => eb.or([eb('d.id', 'is', null), eb('d.status', 'not in', UNREAD)]))
        .select('f.name')
        .execute();
      return rows.map(({ name }) => name);
    },

    /** How many documents are still to be read for the first time. */
    countUnread: () =>
      countOf(
        unread()
          .where('processed_at', 'is', null)
          .select(({ fn }) => fn.countAll<number>().as('count')),
      ),

    /** The document with this content, deleted ones aside, and whether nobody has read it to its end. */
    async findByContent(sha256: string) {
      const row = await db
        .selectFrom('documents')
        .select(['id', 'status', 'warning'])
        .where('sha256', '=', sha256)
        .executeTakeFirst();
      return row && { ...row, isUnread: UNREAD.includes(row.status) };
    },

    /** Whether a document is there and not `Ready`: after a crash it may be queued more than once. */
    async isWaiting(id: string) {
      const row = await db
        .selectFrom('documents')
        .select('id')
        .where('id', '=', id)
        .where('status', '!=', 'Ready')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Marks a document as `Processing`. Returns undefined when it is absent. */
    startReading: (id: string) =>
      db
        .updateTable('documents')
        .set({ status: 'Processing' })
        .where('id', '=', id)
        .returning(UNREAD_COLUMNS)
        .executeTakeFirst(),

    /** A document that is `pending` or `Processing`. */
    findUnread: (id: string) =>
      unread().select(UNREAD_COLUMNS).where('id', '=', id).executeTakeFirst(),

    /**
     * Makes a document `Ready` and searchable, with its job, in one transaction. Returns false, changing
     * nothing, when the document was deleted, its file replaced, or another process was done with it
     * since this run began.
     */
    async finishReading(
      document: UnreadDocument,
      { title, passages, sections, asOf, warning, readAt }: ReadContent & { readAt: Date },
      enqueue: Enqueue,
    ) {
      const isStored = await db.transaction().execute(async (trx) => {
        const row = {
          status: 'Ready',
          title,
          ...(asOf !== undefined && { as_of: asOf }),
          warning: warning ?? null,
          processed_at: readAt,
        };
        if (!(await replaceContent(trx, document, { passages, sections, row }))) return false;
        await enqueue(document.id, trx);
        return true;
      });
      if (isStored) await maintainTables(db);
      return isStored;
    },

    /** Marks a document as `Error: reason` without passages and sections, under the same conditions. */
    async failReading(
      document: UnreadDocument,
      { reason, warning = null }: { reason: string; warning?: string | null | undefined },
      readAt: Date,
    ) {
      const row = { status: `Error: ${reason}`, warning, processed_at: readAt };
      const content = { passages: [], sections: [], row };
      await db.transaction().execute((trx) => replaceContent(trx, document, content));
    },

    /** Ids of uploads that are `Ready`, those read last first: the given one, or those read since a time, or all. */
    async listUploads({ id, readSince }: { id?: string | undefined; readSince?: Date } = {}) {
      let query = db
        .selectFrom('documents')
        .select('id')
        .where('origin', '=', 'upload')
        .where('status', '=', 'Ready')
        .orderBy('processed_at', 'desc');
      if (id !== undefined) query = query.where('id', '=', id);
      if (readSince !== undefined) query = query.where('processed_at', '>=', readSince);
      return (await query.execute()).map((row) => row.id);
    },

    /** Adds a section to a document as `addSection` does. Returns undefined when the document was deleted. */
    addSection: (id: string, section: SectionDraft & { ordinal: number }) =>
      db.transaction().execute(async (trx) => {
        const locked = await trx
          .selectFrom('documents')
          .select('id')
          .where('id', '=', id)
          .where('status', '=', 'Ready')
          .forUpdate()
          .executeTakeFirst();
        return locked && addSection(trx, { kind: 'document', id }, section);
      }),

    /** As `RecountedSources` asks for it. */
    recountNext: () => recountNext(db, 'documents'),

    /** Whether a starter file has changed, or is new, and no administrator deleted its document. */
    async isStarterWanted({ name, sha256 }: { name: string; sha256: string }) {
      const known = await db
        .selectFrom('starter_files')
        .select(['sha256', 'document_id'])
        .where('name', '=', name)
        .executeTakeFirst();
      return known === undefined || (known.sha256 !== sha256 && known.document_id !== null);
    },

    /**
     * Adds or replaces the document of a starter file, with its job. A replaced document keeps its id
     * and the tags that administrators gave it.
     *
     * @returns the key of the file that no row names any longer, if there is one: the given file's when
     * its content is there already.
     */
    putStarter: (file: NewStarter, enqueue: Enqueue) =>
      db.transaction().execute((trx) => putStarter(trx, file, enqueue)),

    /** Stores the topics that no source holds, unless those of this file's content are stored already. */
    putAbsentTopics: (
      { name, sha256, loadedAt }: { name: string; sha256: string; loadedAt: Date },
      readTopics: () => SectionDraft[],
    ) =>
      db.transaction().execute(async (trx) => {
        // Locks the row, so that two servers that start together store them once.
        const row = await trx
          .insertInto('starter_files')
          .values({ name, sha256, document_id: null, loaded_at: loadedAt })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ sha256, loaded_at: loadedAt })
              .where('starter_files.sha256', '<>', sha256),
          )
          .returning('name')
          .executeTakeFirst();
        if (row !== undefined) await replaceSections(trx, undefined, readTopics());
      }),
  };
}

function toDocument({
  warning,
  ...row
}: Pick<Selectable<DocumentsTable>, (typeof COLUMNS)[number]>): Document {
  const odd = warning === null ? {} : { warning };
  return { ...row, created_at: row.created_at.toISOString(), ...odd };
}

/**
 * Returns false when the document was deleted, its file replaced, or another process was done with it:
 * a process that stood still for longer than its lease finds its work done.
 */
async function replaceContent(
  trx: Transaction<Tables>,
  { id, storage_key }: UnreadDocument,
  {
    passages,
    sections,
    row,
  }: Pick<ReadContent, 'passages' | 'sections'> & {
    row: Pick<Selectable<DocumentsTable>, 'status' | 'warning' | 'processed_at'> &
      Partial<Pick<DocumentsTable, 'title' | 'as_of'>>;
  },
): Promise<boolean> {
  const locked = await trx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('storage_key', '=', storage_key)
    .where('status', 'in', UNREAD)
    .forUpdate()
    .executeTakeFirst();
  if (locked === undefined) return false;
  const source = { kind: 'document', id } as const;
  const counts = await replacePassages(trx, source, passages);
  if (sections !== undefined) await replaceSections(trx, source, sections);
  await trx
    .updateTable('documents')
    .set({ ...row, ...counts })
    .where('id', '=', id)
    .execute();
  return true;
}
