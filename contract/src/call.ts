import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One call between browser and server: where it goes, what it carries, what it replies.
 * `path` holds parameters as `:name`; `body` and `query` are strict, so unknown keys are refused.
 *
 * Strict when written, tolerant when read: the server parses each reply with `reply` before it leaves,
 * so nothing unlisted ever does; a reader parses it with `accepts`, which takes everything that the
 * specification allows and fills in what is absent. A call without `accepts` says nothing that a reader
 * relies on: that it succeeded is all there is to know.
 */
export interface Call<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Accepted extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly body?: Body;
  readonly query?: Query;
  readonly reply: Reply;
  readonly accepts?: Accepted;
}

export type BodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.infer<B> : undefined;
export type QueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.infer<Q> : undefined;
/** What the server writes. */
export type ReplyOf<C> = C extends { reply: infer R extends z.ZodType } ? z.infer<R> : never;
/** What a reader gets. */
export type AcceptedOf<C> = C extends { accepts: infer A extends z.ZodType } ? z.infer<A> : void;

/** Declares a call and keeps its exact types. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}
