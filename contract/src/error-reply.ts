import { z } from 'zod';

/** The body of every failed call. `request_id` names the log line of an unexpected failure. */
export const errorReplySchema = z.object({
  error: z.string(),
  code: z.string(),
  request_id: z.string().optional(),
});

export type ErrorReply = z.infer<typeof errorReplySchema>;
