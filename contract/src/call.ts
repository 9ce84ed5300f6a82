import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One call between browser and server: where it goes, what it carries, what it answers.
 * `path` holds parameters as `:name`; `body` and `query` are strict, so unknown keys are refused;
 * the reply is parsed on the server before it leaves, so nothing unlisted ever does.
 */
export interface Call<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly body?: Body;
  readonly query?: Query;
  readonly reply: Reply;
}

export type BodyOf<C> = C extends { body: infer B extends z.ZodType } ? z.infer<B> : undefined;
export type QueryOf<C> = C extends { query: infer Q extends z.ZodType } ? z.infer<Q> : undefined;
export type ReplyOf<C> = C extends { reply: infer R extends z.ZodType } ? z.infer<R> : never;

/** Declares a call and keeps its exact types. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}
