import { z } from 'zod';
import { defineCall } from './call.ts';
import { feedbackThumbSchema, sessionIdSchema } from './chat.ts';
import { FEEDBACK_TEXT_MAX_LENGTH } from './limits.ts';
import { successReplySchema } from './success-reply.ts';

/**
 * Sent when a thumb is chosen (empty text) and again with the text; one record per message is kept.
 * `user_type` and `timestamp` are accepted for their shape; the server trusts its session and clock.
 */
export const sendFeedback = defineCall({
  method: 'POST',
  path: '/api/feedback',
  body: z.strictObject({
    message_id: z.string().min(1).max(64),
    session_id: sessionIdSchema,
    user_id: z.string().min(1).max(64),
    user_type: z.string().max(40),
    thumbs: feedbackThumbSchema,
    text_feedback: z.string().max(FEEDBACK_TEXT_MAX_LENGTH),
    timestamp: z.string().max(40),
  }),
  reply: successReplySchema,
});
