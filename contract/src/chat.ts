import { z } from 'zod';
import { defineCall } from './call.ts';
import { CHAT_MESSAGES_PER_CALL_MAX } from './limits.ts';
import {
  tolerantFlag,
  tolerantId,
  tolerantList,
  tolerantNullableText,
  tolerantOptionalText,
  tolerantText,
  tolerantTexts,
} from './tolerant.ts';

/** A label that the browser makes anew for each user; it separates conversations, it proves nothing. */
export const sessionIdSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/**
 * The passage behind a `[n]` in an answer. Dates are `YYYY-MM-DD`; pages count from 1. `page` is where the
 * first quoted sentence stands, `page_end`, where it is another one, where the last one does.
 */
export const sourceSchema = z.object({
  n: z.number().int().min(1),
  title: z.string(),
  kind: z.enum(['document', 'site']),
  excerpt: z.string(),
  page: z.number().int().nullish(),
  page_label: z.string().nullish(),
  page_end: z.number().int().nullish(),
  page_end_label: z.string().nullish(),
  heading: z.string().nullish(),
  url: z.string().nullish(),
  as_of: z.string().nullish(),
  authority: z.string().nullish(),
  tags: z.array(z.string()).optional(),
  /** The sentences of `excerpt` that the answer quotes, word for word. */
  quotes: z.array(z.string()).optional(),
  /** The passage was recognised on a scanned page and may contain errors. */
  recognised: z.boolean().optional(),
  /** The stored document, where it can be opened, and the ordinal of the passage in it. */
  original: z.object({ id: z.string(), passage: z.number() }).optional(),
});
export type Source = z.infer<typeof sourceSchema>;

/** As far as it says what it is: a title and the number that cites it. */
export const readableSource = z.object({
  n: sourceSchema.shape.n,
  title: z.string().min(1),
  kind: sourceSchema.shape.kind.catch('document'),
  excerpt: tolerantText,
  page: sourceSchema.shape.page.catch(null),
  page_label: tolerantNullableText,
  page_end: sourceSchema.shape.page_end.catch(null),
  page_end_label: tolerantNullableText,
  heading: tolerantNullableText,
  url: tolerantNullableText,
  as_of: tolerantNullableText,
  authority: tolerantNullableText,
  tags: tolerantTexts,
  quotes: tolerantList(z.string()),
  recognised: sourceSchema.shape.recognised.catch(undefined),
  original: sourceSchema.shape.original.catch(undefined),
}) satisfies z.ZodType<Source>;

export const feedbackThumbSchema = z.enum(['up', 'down']);
export type Thumb = z.infer<typeof feedbackThumbSchema>;

/**
 * Questions near the asked one that the sources do answer, best first, offered beside an answer and in the
 * place of one. Each can be asked as it stands.
 */
export const suggestionsSchema = z.array(z.string());

/**
 * `id` is null on a person's own messages and on answers that were never stored. `asked_at` is an ISO
 * time, on a person's own stored messages alone.
 */
export const chatMessageSchema = z.object({
  id: z.string().nullable(),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  feedback: feedbackThumbSchema.nullable(),
  feedbackSubmitted: z.boolean(),
  feedbackText: z.string(),
  sources: z.array(sourceSchema).optional(),
  /** The person ended this answer before it was complete. */
  stopped: z.boolean().optional(),
  suggestions: suggestionsSchema.optional(),
  asked_at: z.string().optional(),
  /** The sources hold nothing, or what was asked takes care: somebody had better be asked. */
  needsPerson: z.boolean().optional(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** What an answer carries besides its text. */
const readableAnswerParts = {
  id: tolerantId.nullable().catch(null),
  sources: tolerantList(readableSource),
  stopped: tolerantFlag,
  suggestions: tolerantTexts,
  needsPerson: tolerantFlag,
};

const readableMessage = z.object({
  ...readableAnswerParts,
  role: chatMessageSchema.shape.role,
  content: tolerantText,
  feedback: chatMessageSchema.shape.feedback.catch(null),
  feedbackSubmitted: tolerantFlag,
  feedbackText: tolerantText,
  asked_at: tolerantOptionalText,
}) satisfies z.ZodType<ChatMessage>;

/** The newest messages, oldest first, at most {@link HISTORY_MAX_MESSAGES}. */
export const getHistory = defineCall({
  method: 'GET',
  path: '/api/chat/history',
  reply: z.object({ messages: z.array(chatMessageSchema) }),
  accepts: z.object({ messages: tolerantList(readableMessage) }),
});

export const replyMessageSchema = z.object({
  content: z.string(),
  id: z.string(),
  sources: z.array(sourceSchema).optional(),
  stopped: z.boolean().optional(),
  suggestions: suggestionsSchema.optional(),
  needsPerson: chatMessageSchema.shape.needsPerson,
});
export type ReplyMessage = z.infer<typeof replyMessageSchema>;

/** An answer as a reader gets it: without an id it cannot be rated. */
export type ReceivedAnswer = Omit<ReplyMessage, 'id'> & Pick<ChatMessage, 'id'>;

/** An answer says something, unless it was stopped before its first word. */
const readableReplyMessage = z
  .object({ ...readableAnswerParts, content: tolerantText })
  .refine(
    ({ content, stopped }) => stopped || content.trim() !== '',
  ) satisfies z.ZodType<ReceivedAnswer>;

/**
 * Asks. The last message is the question; it is the only one the server reads, earlier turns come
 * from its own history. With `Accept: text/event-stream` the same call streams
 * {@link answerEventSchema} events and ends with the same message. An `Idempotency-Key` header
 * (same form as a session id) makes a retry return the first answer again.
 */
export const sendChat = defineCall({
  method: 'POST',
  path: '/api/chat',
  body: z.strictObject({
    messages: z
      .array(z.strictObject({ role: z.enum(['user', 'assistant', 'system']), content: z.string() }))
      .min(1)
      .max(CHAT_MESSAGES_PER_CALL_MAX),
    session_id: sessionIdSchema,
    user_id: z.string().min(1).max(64),
  }),
  reply: z.object({ message: replyMessageSchema }),
  accepts: z.object({ message: readableReplyMessage }),
});

/**
 * Ends the answer under way to the question that was asked under this key: no more work is done for
 * it, and what was said so far is stored and returned here. A connection that is merely lost ends
 * nothing. `message` is null when there was nothing to end.
 */
export const stopChat = defineCall({
  method: 'POST',
  path: '/api/chat/stop',
  body: z.strictObject({ idempotency_key: sessionIdSchema }),
  reply: z.object({ message: replyMessageSchema.nullable() }),
  accepts: z.object({ message: readableReplyMessage.nullable().catch(null) }),
});

/**
 * One server-sent event (`data: <json>`): the sources that the marks of the text stand for, a piece
 * of text, the finished message, or the failure. Sources come before the text that cites them,
 * each time all that are known; the finished message is the last word on both. Comment lines only keep the
 * connection open, at least one every {@link CHAT_STREAM_SILENCE_MAX_MS}.
 */
export const answerEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sources'), sources: z.array(sourceSchema) }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('done'), message: replyMessageSchema }),
  z.object({ type: z.literal('error'), error: z.string(), code: z.string() }),
]);
export type AnswerEvent = z.infer<typeof answerEventSchema>;

/** The same event as a reader gets it. */
export type ReceivedAnswerEvent =
  | Exclude<AnswerEvent, { type: 'done' }>
  | { type: 'done'; message: ReceivedAnswer };

/** The same events as a reader takes them; one that this refuses may be skipped. */
export const readableAnswerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sources'), sources: tolerantList(readableSource) }),
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({ type: z.literal('done'), message: readableReplyMessage }),
  z.object({ type: z.literal('error'), error: tolerantText, code: tolerantText }),
]) satisfies z.ZodType<ReceivedAnswerEvent>;
