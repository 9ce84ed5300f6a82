import { z } from 'zod';
import { tolerantId, tolerantListById, tolerantText } from './tolerant.ts';

/** A document or site that was deleted and can be restored; `name`: its file name or address, `deleted_at` an ISO 8601 instant. */
const deletedSourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  deleted_at: z.string(),
});
export type DeletedSource = z.infer<typeof deletedSourceSchema>;

const readableDeletedSource = z.object({
  id: tolerantId,
  name: tolerantText,
  deleted_at: tolerantText,
}) satisfies z.ZodType<DeletedSource>;

/** Those deleted last first. */
export const deletedListReply = z.object({ deleted: z.array(deletedSourceSchema) });
export const acceptedDeletedList = z.object({ deleted: tolerantListById(readableDeletedSource) });
