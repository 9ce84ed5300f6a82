/** The one open tag editor. Its draft is held here until it is saved. */
export interface TagEditor {
  id: string;
  draft: readonly string[];
  isSaving: boolean;
  error: string | null;
}

export interface DocumentRows {
  editor: TagEditor | null;
  /** The documents that the server is deleting now. */
  deletingIds: readonly string[];
  /** The deleted documents that the server is restoring now. */
  restoringIds: readonly string[];
  deleteError: string | null;
}

export type DocumentRowsEvent =
  | { type: 'edit-opened'; id: string; tags: readonly string[] }
  | { type: 'tags-changed'; tags: readonly string[] }
  | { type: 'edit-cancelled' }
  | { type: 'save-started' }
  | { type: 'save-failed'; error: string }
  | { type: 'saved' }
  | { type: 'delete-started'; id: string }
  | { type: 'delete-failed'; id: string; error: string }
  | { type: 'deleted'; id: string }
  | { type: 'restore-started'; id: string }
  | { type: 'restored'; id: string }
  | { type: 'restore-failed'; id: string; error: string };

export const IDLE_ROWS: DocumentRows = {
  editor: null,
  deletingIds: [],
  restoringIds: [],
  deleteError: null,
};

/**
 * The rows of the documents table after an event; pure. One tag editor is open at a time: opening
 * another discards the draft of the first, and while a draft is being saved the editor stays as it
 * is. A row that is being deleted cannot be edited, and deleting a row closes its editor.
 */
export function transitionDocumentRows(
  state: DocumentRows,
  event: DocumentRowsEvent,
): DocumentRows {
  switch (event.type) {
    case 'delete-started': {
      const editor = state.editor?.id === event.id ? null : state.editor;
      const deletingIds = [...state.deletingIds, event.id];
      return { ...state, editor, deletingIds, deleteError: null };
    }
    case 'delete-failed':
      return { ...withoutDeleting(state, event.id), deleteError: event.error };
    case 'deleted':
      return withoutDeleting(state, event.id);
    case 'restore-started':
      return {
        ...state,
        restoringIds: [...state.restoringIds, event.id],
        deleteError: null,
      };
    case 'restored':
      return withoutRestoring(state, event.id);
    case 'restore-failed':
      return { ...withoutRestoring(state, event.id), deleteError: event.error };
    case 'edit-opened':
      if (state.editor?.isSaving || state.deletingIds.includes(event.id)) return state;
      return { ...state, editor: openEditor(event.id, event.tags) };
    default:
      return state.editor === null
        ? state
        : { ...state, editor: transitionEditor(state.editor, event) };
  }
}

type EditorEvent = Exclude<DocumentRowsEvent, { id: string }>;

function transitionEditor(editor: TagEditor, event: EditorEvent): TagEditor | null {
  if (event.type === 'saved') return null;
  if (event.type === 'save-failed') return { ...editor, isSaving: false, error: event.error };
  if (editor.isSaving) return editor;
  switch (event.type) {
    case 'tags-changed':
      return { ...editor, draft: event.tags };
    case 'edit-cancelled':
      return null;
    case 'save-started':
      return { ...editor, isSaving: true, error: null };
  }
}

function openEditor(id: string, tags: readonly string[]): TagEditor {
  return { id, draft: tags, isSaving: false, error: null };
}

function withoutDeleting(state: DocumentRows, id: string): DocumentRows {
  return { ...state, deletingIds: state.deletingIds.filter((deleting) => deleting !== id) };
}

function withoutRestoring(state: DocumentRows, id: string): DocumentRows {
  return { ...state, restoringIds: state.restoringIds.filter((restoring) => restoring !== id) };
}
