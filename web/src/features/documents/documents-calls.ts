import {
  deleteDocument,
  type Document,
  listDocuments,
  updateDocumentTags,
  uploadDocument,
} from '@pathway/contract/documents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { isGone } from '../../lib/is-gone.ts';
import { isInWork } from './document-status.ts';

const DOCUMENTS_KEY = ['documents'];
/** How often the list asks again while the server still works on a document. */
const REFRESH_INTERVAL_MS = 2_000;

export function useDocuments() {
  return useQuery({
    queryKey: DOCUMENTS_KEY,
    queryFn: async ({ signal }) => (await callApi(listDocuments, { signal })).documents,
    refetchInterval: ({ state }) => (hasWork(state.data) ? REFRESH_INTERVAL_MS : false),
  });
}

function hasWork(documents: Document[] | undefined): boolean {
  return documents?.some(({ status }) => isInWork(status)) ?? false;
}

export function useUpload() {
  const reload = useReloadDocuments();
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return callApi(uploadDocument, { body });
    },
    onSuccess: reload,
  });
}

export function useDeleteDocument() {
  const reload = useReloadDocuments();
  return useMutation({
    mutationFn: (id: string) => callApi(deleteDocument, { params: { id } }),
    onSuccess: reload,
    onError: (error) => (isGone(error) ? reload() : undefined),
  });
}

export function useUpdateTags() {
  const reload = useReloadDocuments();
  return useMutation({
    mutationFn: ({ id, tags }: { id: string; tags: readonly string[] }) =>
      callApi(updateDocumentTags, { params: { id }, body: { tags: [...tags] } }),
    onSuccess: reload,
  });
}

/** A change is over when the list shows it. */
function useReloadDocuments(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: DOCUMENTS_KEY });
}
