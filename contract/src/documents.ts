import { z } from 'zod';
import { defineCall } from './call.ts';
import { acceptedDeletedList, deletedListReply } from './deleted-source.ts';
import { DEFAULT_DOCUMENT_STATUS } from './limits.ts';
import { successReplySchema } from './success-reply.ts';
import { tagsSchema } from './tags.ts';
import {
  tolerantCount,
  tolerantId,
  tolerantListById,
  tolerantOptionalText,
  tolerantTexts,
  tolerantText,
} from './tolerant.ts';

/** `pending`, `Processing`, `Ready`, or `Error: reason`; `created_at` is an ISO 8601 instant. */
export const documentSchema = z.object({
  id: z.string(),
  filename: z.string(),
  created_at: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  /** What is odd about a document that is `Ready`, in a sentence. */
  warning: z.string().optional(),
});
export type Document = z.infer<typeof documentSchema>;

/** '' for a name or a date that is not there. */
const readableDocument = z.object({
  id: tolerantId,
  filename: tolerantText,
  created_at: tolerantText,
  status: tolerantText.transform((status) => status || DEFAULT_DOCUMENT_STATUS),
  tags: tolerantTexts,
  warning: tolerantOptionalText,
}) satisfies z.ZodType<Document>;

export const countDocuments = defineCall({
  method: 'GET',
  path: '/api/admin/docs/count',
  reply: z.object({ count: z.number() }),
  accepts: z.object({ count: tolerantCount }),
});

export const listDocuments = defineCall({
  method: 'GET',
  path: '/api/admin/docs',
  reply: z.object({ documents: z.array(documentSchema) }),
  accepts: z.object({ documents: tolerantListById(readableDocument) }),
});

/** Multipart with one field, `file`. */
export const uploadDocument = defineCall({
  method: 'POST',
  path: '/api/admin/docs/upload',
  reply: z.object({ document: documentSchema }),
});

export const deleteDocument = defineCall({
  method: 'DELETE',
  path: '/api/admin/docs/:id',
  reply: successReplySchema,
});

export const updateDocumentTags = defineCall({
  method: 'PATCH',
  path: '/api/admin/docs/:id/tags',
  body: z.strictObject({ tags: tagsSchema }),
  reply: successReplySchema,
});

/** What was deleted and can be restored for `DELETED_KEPT_DAYS`. */
export const listDeletedDocuments = defineCall({
  method: 'GET',
  path: '/api/admin/docs/deleted',
  reply: deletedListReply,
  accepts: acceptedDeletedList,
});

export const restoreDocument = defineCall({
  method: 'POST',
  path: '/api/admin/docs/deleted/:id/restore',
  reply: successReplySchema,
});

/** For good, which nothing takes back. */
export const eraseDocument = defineCall({
  method: 'DELETE',
  path: '/api/admin/docs/deleted/:id',
  reply: successReplySchema,
});
