import { getHistory, sendChat, sessionIdSchema, stopChat } from '@pathway/contract/chat';
import { CHAT_BODY_MAX_BYTES } from '@pathway/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../../access/create-access.ts';
import { refuseForeignUser } from '../../access/refuse-foreign-user.ts';
import { AppError } from '../../platform/app-error.ts';
import { logFailure } from '../../platform/http/answer-error.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import { toAppError } from '../../platform/http/to-app-error.ts';
import { askQuestion, type AskQuestionDeps } from './ask-question.ts';
import type { HistoryStore } from './history-store.ts';
import type { RunningAnswer } from './running-answers.ts';
import { stopAnswer, type StopAnswerDeps } from './stop-answer.ts';
import { streamAnswer } from './stream-answer.ts';

export function registerChatRoutes(
  app: FastifyInstance,
  deps: AskQuestionDeps & StopAnswerDeps & { access: Access; history: HistoryStore },
): void {
  registerCall(app, getHistory, {
    access: deps.access.consentedUser,
    handler: async ({ caller }) => ({ messages: await deps.history.list(caller.userId) }),
  });

  registerCall(app, sendChat, {
    access: deps.access.consentedUser,
    bodyMaxBytes: CHAT_BODY_MAX_BYTES,
    async handler({ caller, body, request, reply }) {
      refuseForeignUser(caller, body.user_id);
      const running = await askQuestion(deps, {
        asker: caller,
        sessionId: body.session_id,
        messages: body.messages,
        idempotencyKey: readIdempotencyKey(request),
      });
      return wantsStream(request)
        ? sendStream(request, reply, running)
        : { message: await running.finished };
    },
  });

  registerCall(app, stopChat, {
    access: deps.access.consentedUser,
    handler: async ({ caller, body }) => ({
      message: await stopAnswer(deps, {
        userId: caller.userId,
        idempotencyKey: body.idempotency_key,
      }),
    }),
  });

  app.addHook('preClose', () => deps.running.shutDown());
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const result = sessionIdSchema.safeParse(key);
  if (!result.success) throw new AppError('invalid_request');
  return result.data;
}

function wantsStream(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/event-stream');
}

function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  running: RunningAnswer,
): FastifyReply {
  running.finished.catch((error: unknown) => logFailure(request, toAppError(error)));
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(streamAnswer(running));
}
