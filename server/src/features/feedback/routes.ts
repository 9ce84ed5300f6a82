import { sendFeedback } from '@pathway/contract/feedback';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Access, refuseForeignUser } from '../../access/create-access.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { FeedbackStore } from './feedback-store.ts';

const messageIdSchema = z.uuid();

export function registerFeedbackRoutes(
  app: FastifyInstance,
  deps: { access: Access; feedback: FeedbackStore; clock: Clock },
): void {
  registerCall(app, sendFeedback, {
    access: deps.access.consentedUser,
    async handler({ caller, body }) {
      refuseForeignUser(caller, body.user_id);
      const isSaved =
        messageIdSchema.safeParse(body.message_id).success &&
        (await deps.feedback.save(
          {
            messageId: body.message_id,
            userId: caller.userId,
            thumb: body.thumbs,
            text: body.text_feedback,
          },
          deps.clock.now(),
        ));
      if (!isSaved) throw new AppError('not_found');
      return { success: true as const };
    },
  });
}
