import { describe, expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { toAppError } from './answer-error.ts';

function failure(fields: { message?: string; [key: string]: unknown }): Error {
  return Object.assign(new Error(fields.message ?? ''), fields);
}

describe('a failure is named by the catalogue', () => {
  test.each([
    ['a refusal of our own', new AppError('file_empty'), 'file_empty'],
    ['an unknown error', new Error('boom'), 'internal_error'],
    ['a value that is no error', 'boom', 'internal_error'],
    ['a wrong statement', failure({ code: '42P01' }), 'internal_error'],
    ['a broken constraint', failure({ code: '23505' }), 'internal_error'],
    ['a server that shuts down', failure({ code: '57P01' }), 'service_unavailable'],
    ['a lost connection', failure({ code: '08006' }), 'service_unavailable'],
    ['a full disk', failure({ code: '53100' }), 'service_unavailable'],
    ['a refused connection', failure({ code: 'ECONNREFUSED' }), 'service_unavailable'],
    [
      'a cut connection',
      failure({ message: 'Connection terminated unexpectedly' }),
      'service_unavailable',
    ],
    [
      'a lost database behind a cause',
      new Error('query', { cause: failure({ code: '57P01' }) }),
      'service_unavailable',
    ],
    [
      'an overloaded process',
      failure({ code: 'FST_UNDER_PRESSURE', statusCode: 503 }),
      'service_unavailable',
    ],
    [
      'a form with too many parts',
      failure({ code: 'FST_PARTS_LIMIT', statusCode: 413 }),
      'malformed_upload',
    ],
    ['an address that is too long', failure({ statusCode: 414 }), 'not_found'],
    ['any other refusal of the framework', failure({ statusCode: 422 }), 'invalid_request'],
    ['any other failure of the framework', failure({ statusCode: 502 }), 'internal_error'],
  ])('%s', (_name, error, code) => {
    expect(toAppError(error).code).toBe(code);
  });
});
