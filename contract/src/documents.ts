import { z } from 'zod';
import { defineCall } from './call.ts';
import { successReplySchema } from './success-reply.ts';
import { tagsSchema } from './tags.ts';

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

export const countDocuments = defineCall({
  method: 'GET',
  path: '/api/admin/docs/count',
  reply: z.object({ count: z.number() }),
});

export const listDocuments = defineCall({
  method: 'GET',
  path: '/api/admin/docs',
  reply: z.object({ documents: z.array(documentSchema) }),
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
