import type { BodyOf } from '@pathway/contract/call';
import {
  readableAnswerEvent,
  type ReceivedAnswer,
  type ReceivedAnswerEvent,
  sendChat,
} from '@pathway/contract/chat';
import { CHAT_STREAM_SILENCE_MAX_MS } from '@pathway/contract/limits';
import { VISITOR_ERRORS } from '@pathway/contract/visitor-errors';
import { ApiError, readReply, requestApi } from '../../../lib/api-client.ts';
import type { AnswerEvent } from './chat-machine.ts';
import { readEventStream } from './read-event-stream.ts';

/** Without any sign of life for so long, the connection is taken for lost. */
const SILENCE_MAX_MS = 2 * CHAT_STREAM_SILENCE_MAX_MS;

/**
 * Asks, and resolves when the server has the question: from then on it is in the history. Gives the
 * events of the answer, `done` last; a server that does not stream gives only that. The same
 * idempotency key again gives the first answer again.
 * @throws ApiError when the server refuses
 * @throws StreamCutError when nothing begins in time
 * @throws NetworkError when no answer arrives
 */
export async function askQuestion(
  { body, idempotencyKey }: { body: BodyOf<typeof sendChat>; idempotencyKey: string },
  signal: AbortSignal,
): Promise<AsyncIterable<AnswerEvent>> {
  const headers = { accept: 'text/event-stream', 'idempotency-key': idempotencyKey };
  const response = await beforeSilence(
    (timeout) => requestApi(sendChat, { body, headers, signal: timeout }),
    signal,
  );
  return readAnswer(response, signal);
}

/** Waits for the beginning of an answer. @throws StreamCutError when nothing begins in time */
async function beforeSilence<T>(
  begin: (timeout: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MAX_MS);
  try {
    return await begin(AbortSignal.any([signal, silence.signal]));
  } catch (error) {
    if (silence.signal.aborted && !signal.aborted) throw new StreamCutError(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @throws ApiError when the server fails while answering
 * @throws StreamCutError when the answer ends early or the connection falls silent
 */
async function* readAnswer(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const contentType = response.headers.get('content-type')?.toLowerCase() ?? '';
  if (!contentType.startsWith('text/event-stream') || response.body === null) {
    yield { type: 'done', message: await readWhole(response) };
    return;
  }
  try {
    for await (const data of readEventStream(response.body, SILENCE_MAX_MS)) {
      const event = readEvent(data);
      if (event?.type === 'error') throw failureOf(event);
      if (event !== null) yield event;
      if (event?.type === 'done') return;
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new StreamCutError(error);
  }
  throw new StreamCutError();
}

async function readWhole(response: Response): Promise<ReceivedAnswer> {
  try {
    return (await readReply(sendChat, response)).message;
  } catch (error) {
    throw new StreamCutError(error);
  }
}

/** An event; null for one that is unknown or unreadable: the finished message has the last word. */
function readEvent(data: string): ReceivedAnswerEvent | null {
  try {
    return readableAnswerEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

const isListed = (code: string): code is keyof typeof VISITOR_ERRORS =>
  Object.hasOwn(VISITOR_ERRORS, code);

function failureOf({ code, error }: { code: string; error: string }): ApiError {
  const { status } = VISITOR_ERRORS[isListed(code) ? code : 'answer_failed'];
  return new ApiError({ status, code, message: error });
}

/** An answer began to arrive and did not arrive whole. */
export class StreamCutError extends Error {
  override readonly name = 'StreamCutError';

  constructor(cause?: unknown) {
    super('The answer was cut off.', { cause });
  }
}
