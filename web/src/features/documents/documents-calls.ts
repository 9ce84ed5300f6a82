import {
  deleteDocument,
  type Document,
  eraseDocument,
  listDeletedDocuments,
  listDocuments,
  restoreDocument,
  updateDocumentTags,
  uploadDocument,
} from '@pathway/contract/documents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { useDeletedPlaces } from '../../lib/admin/deleted-places.ts';
import { useDeletedSources } from '../../lib/admin/deleted-sources.ts';
import { listKnownTags } from '../../lib/admin/tags.ts';
import { callApi, isGone } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import type { BadgeTone } from '../../ui/data-table.tsx';
import { IDLE_ROWS, type TagEditor, transitionDocumentRows } from './documents-machine.ts';
import { MESSAGES } from './messages.ts';

const DOCUMENTS_KEY = ['documents'];
/** How often the list asks again while the server still works on a document. */
const REFRESH_INTERVAL_MS = 2_000;

export function useDocuments() {
  return useQuery({
    queryKey: DOCUMENTS_KEY,
    queryFn: async ({ signal }) => (await callApi(listDocuments, { signal })).documents,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isInWork(status)) ? REFRESH_INTERVAL_MS : false,
  });
}

export function useUpload() {
  return useChange((file: File) => {
    const body = new FormData();
    body.append('file', file);
    return callApi(uploadDocument, { body });
  });
}

/** A change is over when the list shows it; a deletion also when somebody else was quicker. */
function useChange<Value, Reply>(
  change: (value: Value) => Promise<Reply>,
  { isDeletion = false }: { isDeletion?: boolean } = {},
) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: DOCUMENTS_KEY });
  return useMutation({
    mutationFn: change,
    onSuccess: reload,
    onError: (error) => (isDeletion && isGone(error) ? reload() : undefined),
  });
}

/** What was deleted lately. */
export function useDeletedDocuments() {
  const calls = {
    listKey: DOCUMENTS_KEY,
    list: listDeletedDocuments,
    restore: restoreDocument,
    erase: eraseDocument,
  };
  return useDeletedSources(calls, MESSAGES.recentlyDeleted);
}

const NO_DOCUMENTS: readonly Document[] = [];

/** The rows' machine with its calls. */
export function useDocumentRows(documents: readonly Document[] = NO_DOCUMENTS) {
  const places = useDeletedPlaces(documents);
  const [rows, send] = useReducer(transitionDocumentRows, IDLE_ROWS);
  /** For those who do not see what has changed. */
  const [said, say] = useState('');
  const deletion = useChange((id: string) => callApi(deleteDocument, { params: { id } }), {
    isDeletion: true,
  });
  const restoration = useChange((id: string) => callApi(restoreDocument, { params: { id } }));
  const tagUpdate = useChange(({ id, draft }: TagEditor) =>
    callApi(updateDocumentTags, { params: { id }, body: { tags: [...draft] } }),
  );

  async function save(draft: readonly string[]) {
    if (rows.editor === null || rows.editor.isSaving) return;
    send({ type: 'tags-changed', tags: draft });
    send({ type: 'save-started' });
    say('');
    try {
      await tagUpdate.mutateAsync({ ...rows.editor, draft });
      send({ type: 'saved' });
      say(MESSAGES.tagsSaved);
    } catch (failure) {
      const error = failureText(failure, MESSAGES.saveFailed, MESSAGES.unknown);
      send({ type: 'save-failed', error });
    }
  }

  async function remove(id: string) {
    places.keep(id);
    send({ type: 'delete-started', id });
    try {
      await deletion.mutateAsync(id);
      places.settle();
      send({ type: 'deleted', id });
    } catch (failure) {
      const error = failureText(failure, MESSAGES.deleteFailed, MESSAGES.unknown);
      send({ type: 'delete-failed', id, error });
      places.forget(id);
    }
  }

  async function restore(id: string) {
    places.expectBack(id);
    send({ type: 'restore-started', id });
    say('');
    try {
      await restoration.mutateAsync(id);
      send({ type: 'restored', id });
      const restored = places.placed.find(({ item }) => item.id === id);
      say(MESSAGES.restored(restored?.item.filename || MESSAGES.noName));
    } catch (failure) {
      const error = failureText(failure, MESSAGES.restoreFailed, MESSAGES.unknown);
      send({ type: 'restore-failed', id, error });
      if (isGone(failure)) places.forget(id);
    }
  }

  const actions = {
    edit: (id: string, tags: readonly string[]) => send({ type: 'edit-opened', id, tags }),
    changeTags: (tags: readonly string[]) => send({ type: 'tags-changed', tags }),
    cancel: () => send({ type: 'edit-cancelled' }),
    save,
    remove,
    restore,
  };
  const knownTags = listKnownTags(documents.filter(({ id }) => id !== rows.editor?.id));
  return { rows, said, actions, knownTags, placed: places.placed, isResting: places.isResting };
}

export type DocumentActions = ReturnType<typeof useDocumentRows>['actions'];

const IN_WORK = new Set(['pending', 'Processing']);

/** Ready is green, waiting and working are yellow, anything else is a failure. */
export function documentStatusTone(status: string): BadgeTone {
  if (status === 'Ready') return 'green';
  return isInWork(status) ? 'yellow' : 'red';
}

/** The server will change this status by itself. */
function isInWork(status: string): boolean {
  return IN_WORK.has(status);
}
