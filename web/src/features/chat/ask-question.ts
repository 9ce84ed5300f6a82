import type { BodyOf } from '@pathway/contract/call';
import {
  chatStreamEventSchema,
  type ReplyMessage,
  sendChat,
  type Source,
} from '@pathway/contract/chat';
import { ERROR_CATALOGUE, type ErrorCode } from '@pathway/contract/errors';
import { CHAT_STREAM_SILENCE_MAX_MS } from '@pathway/contract/limits';
import { requestApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { readEventStream } from './read-event-stream.ts';
import { StreamCutError } from './stream-cut-error.ts';

/** Without any sign of life for so long, the connection is taken for lost. */
const SILENCE_MAX_MS = 2 * CHAT_STREAM_SILENCE_MAX_MS;

export type AnswerEvent =
  /** The server has the question: from now on it is in the history. */
  | { readonly type: 'accepted' }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'answered'; readonly message: ReplyMessage };

/**
 * Asks and gives the answer piece by piece, `answered` last; a server that does not stream gives
 * only that. The same idempotency key again gives the first answer again.
 * @throws ApiError when the server refuses, or fails while answering
 * @throws StreamCutError when the answer ends early or the connection falls silent
 * @throws NetworkError when no answer arrives
 */
export async function* askQuestion(
  { body, idempotencyKey }: { body: BodyOf<typeof sendChat>; idempotencyKey: string },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const headers = { accept: 'text/event-stream', 'idempotency-key': idempotencyKey };
  const response = await beforeSilence(
    (patience) => requestApi(sendChat, { body, headers, signal: patience }),
    signal,
  );
  yield { type: 'accepted' };
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || response.body === null) {
    yield { type: 'answered', message: await readReply(response) };
    return;
  }
  try {
    yield* readAnswer(response.body);
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new StreamCutError(error);
  }
}

/** Waits for the beginning of an answer. @throws StreamCutError when nothing begins in time */
async function beforeSilence<T>(
  begin: (patience: AbortSignal) => Promise<T>,
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

async function readReply(response: Response): Promise<ReplyMessage> {
  const reply = sendChat.reply.safeParse(await readJson(response));
  if (reply.success) return reply.data.message;
  throw new StreamCutError(reply.error);
}

async function* readAnswer(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  for await (const data of readEventStream(body, SILENCE_MAX_MS)) {
    const event = chatStreamEventSchema.parse(JSON.parse(data));
    if (event.type === 'error') throw failureOf(event);
    if (event.type === 'done') {
      yield { type: 'answered', message: event.message };
      return;
    }
    yield event;
  }
  throw new StreamCutError();
}

const isListed = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, code);

function failureOf({ code, error }: { code: string; error: string }): ApiError {
  const { status } = ERROR_CATALOGUE[isListed(code) ? code : 'answer_failed'];
  return new ApiError({ status, code, message: error });
}

async function readJson(response: Response): Promise<unknown> {
  // A proxy's HTML page or a cut body: the schema refuses it, which names the failure.
  return response.json().catch(() => undefined);
}
