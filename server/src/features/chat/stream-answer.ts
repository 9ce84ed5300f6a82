import type { ChatStreamEvent } from '@pathway/contract/chat';
import { CHAT_STREAM_SILENCE_MAX_MS } from '@pathway/contract/limits';
import { Readable } from 'node:stream';
import { toAppError } from '../../platform/http/to-app-error.ts';
import type { AnswerPart } from './produce-answer.ts';
import type { RunningAnswer } from './running-answers.ts';

/** A line that readers pass over. */
const COMMENT = ':\n\n';

/**
 * Server-sent events of one answer, with a sign of life at once and whenever there is nothing to
 * say. A reader that leaves ends the stream, never the answer.
 */
export function streamAnswer(running: RunningAnswer): Readable {
  const stream = new Readable({ read: () => undefined });
  const push = (text: string) => {
    if (!stream.destroyed) stream.push(text);
  };
  const send = (event: ChatStreamEvent) => push(`data: ${JSON.stringify(event)}\n\n`);
  push(COMMENT);
  const signsOfLife = setInterval(push, CHAT_STREAM_SILENCE_MAX_MS, COMMENT).unref();
  const stopListening = running.listen((part) => send(toEvent(part)));
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

/** What retrieval found beside the sources is for the log alone. */
function toEvent(part: AnswerPart): ChatStreamEvent {
  return part.type === 'delta' ? part : { type: 'sources', sources: part.sources };
}
