import type { BodyOf } from '@pathway/contract/call';
import { chatStreamEventSchema, type ReplyMessage, sendChat } from '@pathway/contract/chat';
import { errorReplySchema } from '@pathway/contract/error-reply';
import { ERROR_CATALOGUE, type ErrorCode } from '@pathway/contract/errors';
import { ApiError } from '../../lib/api-error.ts';
import { NetworkError } from '../../lib/network-error.ts';
import { QuestionRefusedError } from './question-refused-error.ts';
import { readEventStream } from './read-event-stream.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { StreamCutError } from './stream-cut-error.ts';

export type AnswerEvent =
  | { readonly type: 'delta'; readonly text: string }
  | { readonly type: 'answered'; readonly message: ReplyMessage };

/**
 * Asks and gives the answer piece by piece, `answered` last; a server that does not stream gives
 * only that. The same idempotency key again gives the first answer again.
 * @throws QuestionRefusedError when the server refuses before it begins
 * @throws ApiError when it fails while answering
 * @throws StreamCutError when the answer ends early
 * @throws NetworkError when no answer arrives
 */
export async function* askQuestion(
  inquiry: { body: BodyOf<typeof sendChat>; idempotencyKey: string },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const response = await post(inquiry, signal);
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

async function post(
  { body, idempotencyKey }: { body: BodyOf<typeof sendChat>; idempotencyKey: string },
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(sendChat.path, {
    method: sendChat.method,
    credentials: 'same-origin',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new NetworkError(error);
  });
  if (response.ok) return response;
  const refusal = errorReplySchema.safeParse(await readJson(response));
  throw new QuestionRefusedError({
    status: response.status,
    code: refusal.success ? refusal.data.code : 'unknown',
    message: refusal.success ? refusal.data.error : '',
    retryAfterSeconds: readRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
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
