import { z } from 'zod';
import { defineCall } from './call.ts';
import { readableSource, sourceSchema } from './chat.ts';
import {
  tolerantList,
  tolerantNullableText,
  tolerantOptionalText,
  tolerantText,
} from './tolerant.ts';

/**
 * A passage that retrieval found. `source_id` is the id of its document or site; `tags`, who stands behind the
 * source and as of when (`YYYY-MM-DD`) are what it carried then, left out without any.
 */
export const logMatchSchema = z.object({
  source: z.string(),
  source_id: z.string().optional(),
  similarity: z.number().nullish(),
  tags: z.array(z.string()).optional(),
  authority: z.string().optional(),
  as_of: z.string().optional(),
});

/** One question with its answer, its sources and its feedback. Times are ISO 8601 instants. */
export const chatLogSchema = z.object({
  id: z.string(),
  timestamp: z.string(),
  user_type: z.string(),
  session_id: z.string(),
  prompt: z.string(),
  response: z.string(),
  matches: z.array(logMatchSchema),
  feedback: z.enum(['up', 'down', '']),
  feedback_text: z.string(),
  feedback_timestamp: z.string().nullable(),
  /** The topics for which the answer gave help or a note; left out without any. */
  care: z.array(z.string()).optional(),
});
export type ChatLog = z.infer<typeof chatLogSchema>;

/** '' for what is not there, the id included: a log is only read. One that says nothing is refused. */
const readableLog = z
  .object({
    id: tolerantText,
    timestamp: tolerantText,
    user_type: tolerantText,
    session_id: tolerantText,
    prompt: tolerantText,
    response: tolerantText,
    matches: tolerantList(
      z.object({
        source: z.string().min(1),
        source_id: tolerantOptionalText,
        similarity: z.number().nullish().catch(null),
        tags: z.array(z.string()).optional().catch(undefined),
        authority: tolerantOptionalText,
        as_of: tolerantOptionalText,
      }),
    ),
    feedback: chatLogSchema.shape.feedback.catch(''),
    feedback_text: tolerantText,
    feedback_timestamp: tolerantNullableText,
    care: z.array(z.string()).optional().catch(undefined),
  })
  .refine(({ prompt, response, feedback_text: comment }) =>
    [prompt, response, comment].some((text) => text.trim() !== ''),
  ) satisfies z.ZodType<ChatLog>;

export const listLogs = defineCall({
  method: 'GET',
  path: '/api/admin/logs',
  reply: z.object({ logs: z.array(chatLogSchema) }),
  accepts: z.object({ logs: tolerantList(readableLog) }),
});

/** The passages that the answer of a log cites, in the order of its marks. */
export const listLogPassages = defineCall({
  method: 'GET',
  path: '/api/admin/logs/:id/passages',
  reply: z.object({ passages: z.array(sourceSchema) }),
  accepts: z.object({ passages: tolerantList(readableSource) }),
});

/** How often answers helped on a topic in a month (`2026-11`, of UTC), newest month first. */
export const helpCountSchema = z.object({
  month: z.string(),
  topic: z.string(),
  count: z.number().int(),
});
export type HelpCount = z.infer<typeof helpCountSchema>;

export const listHelpCounts = defineCall({
  method: 'GET',
  path: '/api/admin/help/counts',
  reply: z.object({ counts: z.array(helpCountSchema) }),
  accepts: z.object({ counts: tolerantList(helpCountSchema) }),
});
