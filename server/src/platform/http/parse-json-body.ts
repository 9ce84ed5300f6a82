import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** Escapes that may hide a NUL or half of a surrogate pair; plain text has neither. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/**
 * Makes JSON the only body the app reads. An empty body is no body. Text with a NUL is refused
 * (`nul_character`), since PostgreSQL cannot hold it; half a surrogate pair becomes U+FFFD;
 * `__proto__` and `constructor.prototype` keys are refused (`malformed_body`).
 */
export function useJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text.trim() === '') return done(null, undefined);
    parse.call(app, request, text, (error, value?: unknown) => {
      if (error !== null) return done(new AppError('malformed_body', { cause: error }));
      try {
        done(null, SUSPICIOUS_ESCAPE.test(text) ? mendStrings(value) : value);
      } catch (refusal) {
        done(refusal as AppError);
      }
    });
  });
}

/** Walks with a stack of its own, so that deep nesting cannot exhaust the call stack. */
function mendStrings(root: unknown): unknown {
  const holder = { root };
  const pending: object[] = [holder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const [key, value] of Object.entries(current)) {
      refuseNul(key);
      if (typeof value === 'string') {
        refuseNul(value);
        Reflect.set(current, key, value.toWellFormed());
      } else if (typeof value === 'object' && value !== null) pending.push(value);
    }
  }
  return holder.root;
}

function refuseNul(text: string): void {
  if (text.includes('\0')) throw new AppError('nul_character');
}
