import {
  type AnswerEvent,
  getHistory,
  sendChat,
  sessionIdSchema,
  stopChat,
} from '@pathway/contract/chat';
import { CHAT_BODY_MAX_BYTES, CHAT_STREAM_SILENCE_MAX_MS } from '@pathway/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { type Access, refuseForeignUser } from '../../access/create-access.ts';
import { AppError } from '../../platform/app-error.ts';
import { logFailure, toAppError } from '../../platform/http/answer-error.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import { askQuestion, type ChatDeps, stopAnswer } from './ask-question.ts';
import type { RunningAnswer } from './running-answers.ts';

/** A line that readers pass over. */
const COMMENT = ':\n\n';

export function registerChatRoutes(
  app: FastifyInstance,
  deps: ChatDeps & { access: Access },
): void {
  registerCall(app, getHistory, {
    access: deps.access.consentedUser,
    handler: async ({ caller }) => ({ messages: await deps.answers.listMessages(caller.userId) }),
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

/**
 * Server-sent events of one answer, with a sign of life at once and whenever there is nothing to
 * say. A reader that leaves ends the stream, never the answer.
 */
function streamAnswer(running: RunningAnswer): Readable {
  const stream = new Readable({ read: () => undefined });
  const push = (text: string) => {
    if (!stream.destroyed) stream.push(text);
  };
  const send = (event: AnswerEvent) => push(`data: ${JSON.stringify(event)}\n\n`);
  push(COMMENT);
  const signsOfLife = setInterval(push, CHAT_STREAM_SILENCE_MAX_MS, COMMENT).unref();
  const stopListening = running.listen(send);
  stream.once('close', () => {
    stopListening();
    clearInterval(signsOfLife);
  });
  running.finished
    .then(
      (message) => send({ type: 'done', message }),
      (error: unknown) => {
        const failure = toAppError(error);
        send({ type: 'error', error: failure.message, code: failure.code });
      },
    )
    .finally(() => stream.push(null));
  return stream;
}
