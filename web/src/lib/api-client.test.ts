import { defineCall } from '@pathway/contract/call';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fakeApi } from '../test-support/fake-api.ts';
import { callApi } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { NetworkError } from './network-error.ts';

const rename = defineCall({
  method: 'PATCH',
  path: '/api/things/:id/name',
  query: z.strictObject({ dry: z.string() }),
  body: z.strictObject({ name: z.string() }),
  reply: z.object({ name: z.string() }),
});
const options = { params: { id: 'a/b' }, query: { dry: 'yes & no' }, body: { name: 'New' } };
const ADDRESS = 'PATCH /api/things/a%2Fb/name';

describe('callApi', () => {
  test('fills path, query and body in and answers what the contract knows', async () => {
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

  test('throws for a reply that breaks the contract', async () => {
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
