import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../test-support/fake-api.ts';
import { SIGNED_OUT, signedInAs } from '../test-support/signed-in.ts';
import { askForConsent, askWhoIsHere, endSession } from './session-calls.ts';

afterEach(() => vi.unstubAllGlobals());

test('[AUTH-05] the server names the user, or refuses with 401', async () => {
  fakeApi(signedInAs({ id: 'ada' }));
  expect(await askWhoIsHere()).toEqual({ id: 'ada', is_admin: false, tier: 'free_auth' });
  fakeApi(SIGNED_OUT);
  await expect(askWhoIsHere()).rejects.toMatchObject({ status: 401, code: 'not_signed_in' });
});

test.each([[{ user: null }], [{}]])(
  '[AUTH-05] a server that names nobody with %j knows nobody',
  async (body) => {
    fakeApi({ 'GET /api/user/session': { body } });
    await expect(askWhoIsHere()).rejects.toMatchObject({ status: 401, code: 'not_signed_in' });
  },
);

test('[AUTH-05] an id is all that a user needs', async () => {
  fakeApi({ 'GET /api/user/session': { body: { user: { id: 7 } } } });
  expect(await askWhoIsHere()).toEqual({ id: '7', is_admin: false, tier: 'free_auth' });
  fakeApi({ 'GET /api/user/session': { body: { user: { name: 'Ada' } } } });
  await expect(askWhoIsHere()).rejects.toMatchObject({ code: 'unexpected_reply' });
});

test('[AUTH-07] leaving posts a logout', async () => {
  const api = fakeApi({ 'POST /api/user/logout': { body: { success: true } } });
  await endSession();
  expect(api.callsTo('POST /api/user/logout')).toHaveLength(1);
});

test('the consent of a user is asked for by version', async () => {
  const api = fakeApi(signedInAs({}, false));
  const asked = { userId: 'ada', version: '2025-06-30' };
  expect(await askForConsent(asked, new AbortController().signal)).toBe(false);
  expect(api.calls[0]?.search).toBe('?user_id=ada&version=2025-06-30');
});
