import type { ChatStreamEvent } from '@pathway/contract/chat';
import { Readable } from 'node:stream';
import { toAppError } from '../../platform/http/to-app-error.ts';
import type { RunningAnswer } from './running-answers.ts';

/** Server-sent events of one answer. A reader that leaves ends the stream, never the answer. */
export function streamAnswer(running: RunningAnswer): Readable {
  const stream = new Readable({ read: () => undefined });
  const send = (event: ChatStreamEvent) => {
    if (!stream.destroyed) stream.push(`data: ${JSON.stringify(event)}\n\n`);
  };
  const stopListening = running.listen((text) => send({ type: 'delta', text }));
  stream.once('close', stopListening);
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
