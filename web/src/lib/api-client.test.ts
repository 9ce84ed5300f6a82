import { defineCall } from '@pathway/contract/call';
import { errorReplySchema } from '@pathway/contract/error-reply';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fakeApi } from '../test-support/fake-api.ts';
import { ApiError, callApi, NetworkError, readRefusal, readRetryAfter } from './api-client.ts';

const rename = defineCall({
  method: 'PATCH',
  path: '/api/things/:id/name',
  query: z.strictObject({ dry: z.string() }),
  body: z.strictObject({ name: z.string() }),
  reply: z.object({ name: z.string() }),
  accepts: z.object({ name: z.string() }),
});
const remove = defineCall({
  method: 'DELETE',
  path: '/api/things/:id',
  reply: z.object({ success: z.literal(true) }),
});
const options = { params: { id: 'a/b' }, query: { dry: 'yes & no' }, body: { name: 'New' } };
const ADDRESS = 'PATCH /api/things/a%2Fb/name';

describe('callApi', () => {
  test('fills path, query and body in and gives what a reader accepts', async () => {
    const api = fakeApi({ [ADDRESS]: { body: { name: 'New', secret: 1 } } });
    expect(await callApi(rename, options)).toEqual({ name: 'New' });
    expect(api.calls).toEqual([
      {
        method: 'PATCH',
        path: '/api/things/a%2Fb/name',
        search: '?dry=yes+%26+no',
        body: { name: 'New' },
      },
    ]);
  });

  test('throws the server’s status, code and text', async () => {
    fakeApi({ [ADDRESS]: { status: 403, body: { error: 'No', code: 'admin_required' } } });
    const failure = await callApi(rename, options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 403, code: 'admin_required', message: 'No' });
  });

  test('[CHAT-09] throws how long the server asks to wait, null when it does not', async () => {
    const refusal = { error: 'Slow down', code: 'too_many_requests' };
    const refuse = (headers: Record<string, string>) =>
      vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 429, headers }));
    refuse({ 'retry-after': '90' });
    await expect(callApi(rename, options)).rejects.toMatchObject({ retryAfterSeconds: 90 });
    refuse({});
    await expect(callApi(rename, options)).rejects.toMatchObject({ retryAfterSeconds: null });
  });

  test('throws an error without a text for a refusal that is no JSON', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    const failure = await callApi(rename, options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ApiError', status: 502, message: '' });
  });

  test.each([
    ['an empty body', new Response('')],
    ['no content', new Response(null, { status: 204 })],
    ['an object', Response.json({}, { status: 201 })],
    ['a word', Response.json('ok')],
    ['no JSON', new Response('<p>done</p>', { status: 202 })],
  ])('[SITE-10] a change that no reader needs a word of succeeds with %s', async (_, response) => {
    vi.stubGlobal('fetch', async () => response);
    await expect(callApi(remove, { params: { id: '7' } })).resolves.toBeUndefined();
  });

  test('[DOC-08] throws the text of a refusal that carries no code', async () => {
    fakeApi({ [ADDRESS]: { status: 418, body: { error: 'Try later', at: null } } });
    const failure = await callApi(rename, options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 418, code: 'unknown', message: 'Try later' });
  });

  test('throws for a reply that no reader accepts', async () => {
    fakeApi({ [ADDRESS]: { body: { name: 7 } } });
    const failure = await callApi(rename, options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ApiError', code: 'unexpected_reply', message: '' });
  });

  test('tells a lost connection from a call that was given up', async () => {
    fakeApi({ [ADDRESS]: 'network-failure' });
    const lost = await callApi(rename, options).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(NetworkError);
    const signal = AbortSignal.abort();
    const givenUp = await callApi(rename, { ...options, signal }).catch((error: unknown) => error);
    expect(givenUp).not.toBeInstanceOf(NetworkError);
  });
});

test.each([
  [{ code: 'not_found', error: 'Not found' }],
  [{ code: 'internal_error', error: '', request_id: 'r1' }],
])('reads the refusal %j as the contract has it', (body) => {
  const { code, error } = errorReplySchema.parse(body);
  expect(readRefusal(body)).toEqual({ code, error });
});

test.each([
  [{ error: 'Try later' }, { code: 'unknown', error: 'Try later' }],
  [
    { error: ' Try later\n', code: 7, trace: [] },
    { code: 'unknown', error: 'Try later' },
  ],
  [{ error: ' ' }, { code: 'unknown', error: '' }],
  [{ code: 'not_found' }, { code: 'not_found', error: '' }],
  [
    { code: '', error: null },
    { code: 'unknown', error: '' },
  ],
])('[AUTH-03] [DOC-08] takes of %j what there is', (body, refusal) => {
  expect(readRefusal(body)).toEqual(refusal);
});

test.each([[undefined], [null], ['no'], [[]], [7]])(
  'anything else, such as %j, has no code and no text',
  (body) => {
    expect(readRefusal(body)).toEqual({ code: 'unknown', error: '' });
  },
);

test('no body makes it throw', () => {
  fc.assert(
    fc.property(fc.anything(), (body) => {
      const { code, error } = readRefusal(body);
      expect(code).not.toBe('');
      expect(typeof error).toBe('string');
    }),
  );
});

const NOW_MS = Date.parse('2026-11-20T10:00:00Z');

test.each([
  ['30', 30],
  ['0.4', 1],
  ['Fri, 20 Nov 2026 10:01:30 GMT', 90],
  ['Fri, 20 Nov 2026 09:00:00 GMT', null],
  ['0', null],
  ['soon', null],
  ['', null],
  [null, null],
])('[CHAT-09] Retry-After %j means %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, NOW_MS)).toBe(seconds);
});
