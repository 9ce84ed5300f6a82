import { errorReplySchema } from '@pathway/contract/error-reply';
import { expect, test } from 'vitest';
import { readRefusal } from './read-refusal.ts';

test.each([
  [{ code: 'not_found', error: 'Not found' }],
  [{ code: 'internal_error', error: '', request_id: 'r1' }],
])('reads the refusal %j as the contract has it', (body) => {
  const { code, error } = errorReplySchema.parse(body);
  expect(readRefusal(body)).toEqual({ code, error });
});

test.each([[undefined], [null], ['no'], [[]], [{ code: 'x' }], [{ error: 'x', code: 7 }]])(
  'anything else, such as %j, has no code and no text',
  (body) => {
    expect(errorReplySchema.safeParse(body).success).toBe(false);
    expect(readRefusal(body)).toEqual({ code: 'unknown', error: '' });
  },
);
