import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Reply, fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { SIGNED_OUT, signedInAs } from '../../test-support/signed-in.ts';

const USER = { id: 'user-1', is_admin: false, tier: 'free_auth' };
const ACCEPTED = {
  'POST /api/hanko/callback': { body: { success: true, user: USER, isNewUser: false } },
};
const CONSENTED = { 'GET /api/consent/status': { body: { consentGiven: true } } };

async function openLogin(path = '/login') {
  const app = renderApp(path);
  await screen.findByRole('heading', { name: 'Login or Sign Up' });
  await waitFor(() => expect(widgetElement()).not.toBeNull());
  return app;
}

const widgetElement = () => document.querySelector('hanko-auth');

describe('the login screen', () => {
  test('[AUTH-01] has the heading, the widget and no error text', async () => {
    fakeApi(SIGNED_OUT);
    await openLogin();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('keeps the widget covered until its first screen is final', async () => {
    fakeApi(SIGNED_OUT);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openLogin();
    expect(widgetElement()?.parentElement?.className).toBe('opacity-0');
    await act(() => vi.advanceTimersByTimeAsync(600));
    vi.useRealTimers();
    expect(widgetElement()?.parentElement?.className).toBe('');
  });

  test('[AUTH-02] swaps the new session without a body and leads to the chat', async () => {
    const api = fakeApi({ ...SIGNED_OUT, ...ACCEPTED, ...CONSENTED });
    const app = await openLogin();
    await app.announce('onSessionCreated');
    await waitFor(() => expect(app.location()).toBe('/chat'));
    expect(api.callsTo('POST /api/hanko/callback')).toMatchObject([{ body: null }]);
  });

  test('[AUTH-02] [AUTH-04] a success that names no user is followed by the session call', async () => {
    const api = fakeApi({
      ...SIGNED_OUT,
      ...CONSENTED,
      'POST /api/hanko/callback': { body: { success: true } },
    });
    const app = await openLogin();
    Object.assign(api.replies, signedInAs());
    await app.announce('onSessionCreated');
    await waitFor(() => expect(app.location()).toBe('/chat'));
  });

  test('[NAV-05] leads back to where the user came from', async () => {
    fakeApi({ ...SIGNED_OUT, ...ACCEPTED, ...CONSENTED, 'GET /api/user/profile': 'never' });
    const app = await openLogin('/login?from=%2Fprofile');
    await app.announce('onSessionCreated');
    await waitFor(() => expect(app.location()).toBe('/profile'));
  });

  test.each(['https%3A%2F%2Fevil.example', '%2F%2Fevil.example', '%2F%5Cevil.example', 'chat'])(
    '[NAV-05] never leaves the site for from=%s',
    async (from) => {
      fakeApi({ ...SIGNED_OUT, ...ACCEPTED, ...CONSENTED });
      const app = await openLogin(`/login?from=${from}`);
      await app.announce('onSessionCreated');
      await waitFor(() => expect(app.location()).toBe('/chat'));
    },
  );

  test.each([
    [
      'the server’s text',
      { status: 401, body: { error: 'Account locked', code: 'x' } },
      'Account locked',
    ],
    [
      'the text of a failure without a code',
      { status: 500, body: { error: 'Try later' } },
      'Try later',
    ],
    ['the text of an answered failure', { body: { success: false, error: 'Not you' } }, 'Not you'],
    ['the fallback', { body: { success: false } }, 'Backend session creation failed.'],
    [
      'the fallback for a reply without text',
      { status: 502, body: {} },
      'Backend session creation failed.',
    ],
  ] as const)('[AUTH-03] shows %s when the callback fails', async (_, reply, text) => {
    fakeApi({ ...SIGNED_OUT, 'POST /api/hanko/callback': reply });
    const app = await openLogin();
    await app.announce('onSessionCreated');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(app.location()).toBe('/login');
  });

  test('[AUTH-03] shows its own text when the callback fails unexpectedly, and can go on', async () => {
    const api = fakeApi({
      ...SIGNED_OUT,
      ...CONSENTED,
      'POST /api/hanko/callback': 'network-failure',
    });
    const app = await openLogin();
    const before = widgetElement();
    await app.announce('onSessionCreated');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An unexpected error occurred during login.',
    );
    await waitFor(() => expect(widgetElement()).not.toBe(before));
    Object.assign(api.replies, ACCEPTED);
    await app.announce('onSessionCreated');
    await waitFor(() => expect(app.location()).toBe('/chat'));
  });

  test('[IDP-16] says that nobody can sign up where the provider offers nothing to sign up with', async () => {
    fakeApi(SIGNED_OUT);
    const app = await openLogin();
    const arriveAtSignUp = async (enabled: boolean) => {
      const actions = { register_login_identifier: { enabled } };
      const state = { name: 'registration_init', actions };
      await app.announce('onAfterStateChange', { state });
    };
    await arriveAtSignUp(true);
    expect(screen.queryByRole('alert')).toBeNull();
    await arriveAtSignUp(false);
    expect(screen.getByRole('alert').textContent).toBe('Account registration is disabled.');
  });

  test('[IDP-12] offers Continue on the widget’s error screen, which starts it anew', async () => {
    fakeApi(SIGNED_OUT);
    const app = await openLogin();
    localStorage.setItem('hanko-auth-flow-state', '{}');
    window.history.replaceState(null, '', '/login?saml_hint=idp_initiated&from=%2Fchat');
    const before = widgetElement();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await app.announce('onAfterStateChange', { state: { name: 'error' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(widgetElement()).not.toBe(before);
    expect(localStorage.getItem('hanko-auth-flow-state')).toBeNull();
    expect(window.location.search).toBe('?from=%2Fchat');
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('offers Continue when a step of the widget never ends', async () => {
    fakeApi(SIGNED_OUT);
    const app = await openLogin();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await app.announce('onBeforeStateChange', { state: { name: 'login_init' } });
    await act(() => vi.advanceTimersByTimeAsync(14_000));
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    await screen.findByRole('button', { name: 'Continue' });
  });

  test('offers Continue at once when a call of the widget fails within a step', async () => {
    fakeApi(SIGNED_OUT);
    const app = await openLogin();
    act(() => void window.dispatchEvent(new Event('unhandledrejection')));
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await app.announce('onBeforeStateChange', { state: { name: 'login_init' } });
    act(() => void window.dispatchEvent(new Event('unhandledrejection')));
    await screen.findByRole('button', { name: 'Continue' });
  });

  test('[IDP-15] the first screen takes out of the address what a round trip left there', async () => {
    fakeApi(SIGNED_OUT);
    const app = await openLogin();
    const left =
      'error=access_denied&error_description=denied&saml_hint=idp_initiated&hanko_token=t';
    window.history.replaceState(null, '', `/login?${left}&from=%2Fprofile`);
    await app.announce('onAfterStateChange', { state: { name: 'thirdparty' } });
    expect(window.location.search).toContain('error=access_denied');
    await app.announce('onAfterStateChange', { state: { name: 'login_init' } });
    expect(window.location.search).toBe('?from=%2Fprofile');
  });

  test('offers to load the page again when the widget cannot be loaded', async () => {
    fakeApi(SIGNED_OUT);
    renderApp('/login', { isMissing: true });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The sign-in form cannot be loaded.',
    );
    expect(screen.getByRole('button', { name: 'Reload the page' })).not.toBeNull();
    expect(widgetElement()).toBeNull();
  });

  test.each([
    ['onSessionExpired', '/login?from=%2Fprofile', 'POST /api/user/logout'],
    ['onUserLoggedOut', '/login', 'POST /api/user/logout'],
    ['onUserDeleted', '/login', 'DELETE /api/user'],
  ] as const)(
    '[AUTH-06] %s in the widget ends the product’s session',
    async (event, address, call) => {
      const api = fakeApi({
        ...signedInAs(),
        'GET /api/user/profile': 'never',
        [call]: { body: { success: true } },
      });
      localStorage.setItem('consent:2025-06-30:user-1', 'true');
      const app = renderApp('/profile');
      await waitFor(() => expect(document.querySelector('hanko-profile')).not.toBeNull());
      await app.announce(event);
      await waitFor(() => expect(app.location()).toBe(address));
      await waitFor(() => expect(widgetElement()).not.toBeNull());
      expect(localStorage.getItem('consent:2025-06-30:user-1')).toBeNull();
      await waitFor(() => expect(api.callsTo(call)).toHaveLength(1));
    },
  );

  test('[AUTH-06] nobody can sign in anew before the server has answered the erasure', async () => {
    const reply = Promise.withResolvers<Reply>();
    fakeApi({
      ...signedInAs(),
      'GET /api/user/profile': 'never',
      'DELETE /api/user': () => reply.promise,
    });
    const app = renderApp('/profile');
    await waitFor(() => expect(document.querySelector('hanko-profile')).not.toBeNull());
    await app.announce('onUserDeleted');
    await app.announce('onSessionExpired');
    expect(app.location()).toBe('/profile');
    await act(async () => reply.resolve({ body: { success: true } }));
    await waitFor(() => expect(app.location()).toBe('/login'));
  });

  test('[AUTH-06] says so when the server has not erased whose account the widget deleted', async () => {
    fakeApi({
      ...signedInAs(),
      'GET /api/user/profile': 'never',
      'DELETE /api/user': { status: 403, body: { error: 'No.', code: 'erasure_refused' } },
    });
    const app = renderApp('/profile');
    await waitFor(() => expect(document.querySelector('hanko-profile')).not.toBeNull());
    await app.announce('onUserDeleted');
    await waitFor(() => expect(app.location()).toBe('/login'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'it is not certain that your data here is erased as well',
    );
  });
});
