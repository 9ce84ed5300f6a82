import { z } from 'zod';
import { defineCall } from './call.ts';
import { readableSource, sourceSchema } from './chat.ts';
import {
  tolerantFlag,
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
export const readableLog = z
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

/**
 * The header by which a reader of all logs says how many it can hold at most, as in `prefer: at-most=50000`. A
 * server that knows it and has more replies with none of them, and with `more`; one that does not sends them all.
 */
export const AT_MOST_HEADER = 'prefer';
export const writeAtMost = (count: number) => `at-most=${count}`;

/** How many logs a header allows; null when it says nothing of it. */
export function readAtMost(header: string | undefined): number | null {
  const [, count] = /(?:^|[,;])\s*at-most=(\d{1,9})\s*(?:$|[,;])/.exec(header ?? '') ?? [];
  return count === undefined ? null : Number(count);
}

/** Every log, newest first, however many there are, unless the caller holds fewer ({@link AT_MOST_HEADER}). */
export const listLogs = defineCall({
  method: 'GET',
  path: '/api/admin/logs',
  reply: z.object({ logs: z.array(chatLogSchema), more: z.boolean().optional() }),
  accepts: z.object({ logs: tolerantList(readableLog), more: tolerantFlag.optional() }),
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
