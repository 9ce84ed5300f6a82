import type { BodyOf } from '@pathway/contract/call';
import { chatStreamEventSchema, type ReplyMessage, sendChat } from '@pathway/contract/chat';
import { ERROR_CATALOGUE, type ErrorCode } from '@pathway/contract/errors';
import { requestApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { readEventStream } from './read-event-stream.ts';
import { StreamCutError } from './stream-cut-error.ts';

export type AnswerEvent =
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'answered'; readonly message: ReplyMessage };

/**
 * Asks and gives the answer piece by piece, `answered` last; a server that does not stream gives
 * only that. The same idempotency key again gives the first answer again.
 * @throws ApiError when the server refuses, or fails while answering
 * @throws StreamCutError when the answer ends early
 * @throws NetworkError when no answer arrives
 */
export async function* askQuestion(
  { body, idempotencyKey }: { body: BodyOf<typeof sendChat>; idempotencyKey: string },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const headers = { accept: 'text/event-stream', 'idempotency-key': idempotencyKey };
  const response = await requestApi(sendChat, { body, headers, signal });
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

async function readReply(response: Response): Promise<ReplyMessage> {
  const reply = sendChat.reply.safeParse(await readJson(response));
  if (reply.success) return reply.data.message;
  throw new StreamCutError(reply.error);
}

async function* readAnswer(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  for await (const data of readEventStream(body)) {
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
