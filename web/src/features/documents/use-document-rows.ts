import { useReducer } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { useDeleteDocument, useUpdateTags } from './documents-calls.ts';
import { type DocumentRows, IDLE_ROWS, transitionDocumentRows } from './documents-machine.ts';
import { MESSAGES } from './messages.ts';

export interface DocumentActions {
  edit(id: string, tags: readonly string[]): void;
  addTag(text: string): void;
  removeTag(tag: string): void;
  cancel(): void;
  save(): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The rows' machine with its calls. */
export function useDocumentRows(): { rows: DocumentRows; actions: DocumentActions } {
  const [rows, send] = useReducer(transitionDocumentRows, IDLE_ROWS);
  const deletion = useDeleteDocument();
  const tagUpdate = useUpdateTags();

  async function save() {
    if (rows.editor === null || rows.editor.isSaving) return;
    send({ type: 'save-started' });
    try {
      await tagUpdate.mutateAsync({ id: rows.editor.id, tags: rows.editor.draft });
      send({ type: 'saved' });
    } catch (failure) {
      const error = failureText(failure, MESSAGES.saveFailed, MESSAGES.unknown);
      send({ type: 'save-failed', error });
    }
  }

  async function remove(id: string) {
    send({ type: 'delete-started', id });
    try {
      await deletion.mutateAsync(id);
      send({ type: 'deleted', id });
    } catch (failure) {
      const error = failureText(failure, MESSAGES.deleteFailed, MESSAGES.unknown);
      send({ type: 'delete-failed', id, error });
    }
  }

  return {
    rows,
    actions: {
      edit: (id, tags) => send({ type: 'edit-opened', id, tags }),
      addTag: (text) => send({ type: 'tag-added', text }),
      removeTag: (tag) => send({ type: 'tag-removed', tag }),
      cancel: () => send({ type: 'edit-cancelled' }),
      save,
      remove,
    },
  };
}
