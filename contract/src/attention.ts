import { z } from 'zod';
import { defineCall } from './call.ts';
import { tolerantId, tolerantList, tolerantText } from './tolerant.ts';

const sourceKind = z.enum(['document', 'site']);

/** A thumb down that says why; `id` is its log's. */
const complaintSchema = z.object({ id: z.string(), comment: z.string() });
/** A document or site that could not be read, and why; `name`: its file name or address. */
const failureSchema = z.object({
  kind: sourceKind,
  id: z.string(),
  name: z.string(),
  reason: z.string(),
});
/** A document whose review was due on a day (`YYYY-MM-DD`), or a site that nobody has scraped yet, whose `due` is ''. */
const dueSchema = z.object({ kind: sourceKind, id: z.string(), name: z.string(), due: z.string() });

const readable = { id: tolerantId, name: tolerantText };

/** What an administrator should look at, of each at most `ATTENTION_MAX`: the newest complaints first, then the oldest due. */
export const listAttention = defineCall({
  method: 'GET',
  path: '/api/admin/attention',
  reply: z.object({
    complaints: z.array(complaintSchema),
    failures: z.array(failureSchema),
    due: z.array(dueSchema),
  }),
  accepts: z.object({
    complaints: tolerantList(z.object({ id: tolerantId, comment: tolerantText })),
    failures: tolerantList(z.object({ kind: sourceKind, ...readable, reason: tolerantText })),
    due: tolerantList(z.object({ kind: sourceKind, ...readable, due: tolerantText })),
  }),
});
export type Attention = z.infer<(typeof listAttention)['reply']>;
