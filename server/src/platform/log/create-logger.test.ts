import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from './create-logger.ts';

function logOf(fields: object): string {
  let text = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  createLogger('info', destination).error(fields);
  return text;
}

test('an error is logged with its name, code, places and causes', () => {
  const cause = Object.assign(new TypeError('typed by Sam'), { code: '23505' });
  const line: unknown = JSON.parse(
    logOf({ event: 'request_failed', err: new Error('said to Sam', { cause }) }),
  );
  expect(line).toMatchObject({
    event: 'request_failed',
    err: {
      name: 'Error',
      stack: expect.arrayContaining([expect.stringContaining('create-logger.test.ts')]),
      cause: { name: 'TypeError', code: '23505' },
    },
  });
});

test('no message of an error reaches the log, whatever has been thrown', () => {
  const message = 'sam@example.org\nat home';
  for (const err of [
    new Error(message),
    new Error('x', { cause: new Error(message) }),
    { ...new Error(message), message, stack: new Error(message).stack },
    message,
  ]) {
    expect(logOf({ event: 'failed', err })).not.toContain('sam@example.org');
  }
});
