import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Reply, fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const PROFILE = { first_name: 'Maya', last_name: 'Reyes', screen_name: 'May', goals: 'Play' };
const loaded = { ...signedInAs(), 'GET /api/user/profile': { body: PROFILE } };

async function openProfile() {
  const app = renderApp('/profile');
  await screen.findByRole('heading', { name: 'Your Profile' });
  return app;
}

describe('the profile screen', () => {
  test('[PROF-01] shows the stored profile under the exact labels', async () => {
    fakeApi(loaded);
    await openProfile();
    expect(await screen.findByLabelText('First Name')).toHaveProperty('value', 'Maya');
    expect(screen.getByLabelText('Last Name')).toHaveProperty('value', 'Reyes');
    const screenName = screen.getByLabelText('Screen Name');
    expect(screenName).toHaveProperty('value', 'May');
    const hint = document.getElementById(screenName.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('This is how the chatbot will address you.');
    const goals = screen.getByLabelText('Tell us about yourself / goals (max 100 words)');
    expect(goals).toHaveProperty('value', 'Play');
    expect(goals.getAttribute('maxlength')).toBeNull();
  });

  test('[PROF-02] [PROF-05] saves the four fields and says Saved! for two seconds', async () => {
    const replySave = Promise.withResolvers<Reply>();
    const api = fakeApi({
      ...loaded,
      'PATCH /api/user/profile': () => replySave.promise,
    });
    await openProfile();
    await userEvent.type(await screen.findByLabelText('Screen Name'), 'a');
    await userEvent.click(screen.getByRole('button', { name: 'Save Profile' }));
    await screen.findByRole('button', { name: 'Saving...' });
    const sent = { ...PROFILE, screen_name: 'Maya' };
    expect(api.callsTo('PATCH /api/user/profile')[0]?.body).toEqual(sent);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    replySave.resolve({ body: sent });
    await screen.findByRole('button', { name: 'Saved!' });
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    vi.useRealTimers();
    await screen.findByRole('button', { name: 'Save Profile' });
  });

  test('[PROF-02] a name ends where the server would refuse it', async () => {
    fakeApi(loaded);
    await openProfile();
    for (const label of ['First Name', 'Last Name', 'Screen Name']) {
      const field = await screen.findByLabelText(label);
      await userEvent.clear(field);
      await userEvent.paste('x'.repeat(101));
      expect(field).toHaveProperty('value', 'x'.repeat(100));
    }
  });

  test('[PROF-05] what was read before a save and arrives after it does not take its place', async () => {
    const api = fakeApi({ ...loaded, 'PATCH /api/user/profile': { body: PROFILE } });
    await openProfile();
    await screen.findByLabelText('First Name');
    const leaveAndReturn = async () => {
      await userEvent.click(screen.getByRole('link', { name: 'Chat' }));
      await waitFor(() => expect(screen.queryByLabelText('First Name')).toBeNull());
      await userEvent.click(screen.getByRole('link', { name: 'Profile' }));
      return screen.findByLabelText('First Name');
    };
    const late = Promise.withResolvers<Reply>();
    Object.assign(api.replies, { 'GET /api/user/profile': () => late.promise });
    const field = await leaveAndReturn();
    await userEvent.clear(field);
    await userEvent.type(field, 'Ann');
    await userEvent.click(screen.getByRole('button', { name: 'Save Profile' }));
    await screen.findByRole('button', { name: 'Saved!' });
    await act(async () => late.resolve({ body: PROFILE }));
    expect(await leaveAndReturn()).toHaveProperty('value', 'Ann');
  });

  test('[PROF-02] says Error! and why when saving fails, and can try again', async () => {
    const api = fakeApi({ ...loaded, 'PATCH /api/user/profile': 'network-failure' });
    await openProfile();
    await userEvent.click(await screen.findByRole('button', { name: 'Save Profile' }));
    await screen.findByRole('button', { name: 'Error!' });
    expect(screen.getByRole('alert').textContent).toBe('Failed to save profile.');
    Object.assign(api.replies, { 'PATCH /api/user/profile': { body: PROFILE } });
    await userEvent.click(screen.getByRole('button', { name: 'Error!' }));
    await screen.findByRole('button', { name: 'Saved!' });
  });

  test('[PROF-03] embeds the account widget', async () => {
    fakeApi(loaded);
    await openProfile();
    await waitFor(() => expect(document.querySelector('hanko-profile')).not.toBeNull());
  });

  test('[AUTH-06] erasing is prepared when the account widget is used, not at each click', async () => {
    const api = fakeApi({ ...loaded, 'POST /api/user/erasure': { body: { success: true } } });
    await openProfile();
    await waitFor(() => expect(document.querySelector('hanko-profile')).not.toBeNull());
    const prepared = () => api.callsTo('POST /api/user/erasure').length;
    expect(prepared()).toBe(0);
    const element = document.querySelector('hanko-profile');
    for (let click = 0; click < 3; click += 1)
      act(() => void element?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    await waitFor(() => expect(prepared()).toBe(1));
  });

  test('[PROF-03] the account widget gets a way on from its error screen', async () => {
    fakeApi(loaded);
    const app = await openProfile();
    await waitFor(() => expect(document.querySelector('hanko-profile')).not.toBeNull());
    const before = document.querySelector('hanko-profile');
    const failed = { state: { name: 'error', error: { code: 'technical_error' } } };
    await app.announce('onAfterStateChange', failed);
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(document.querySelector('hanko-profile')).not.toBe(before);
    expect(app.location()).toBe('/profile');
  });

  test('[AUTH-06] [IDP-16] when the provider refuses the session, Continue leads to the login', async () => {
    const api = fakeApi({ ...loaded, 'POST /api/user/logout': { body: { success: true } } });
    const app = await openProfile();
    await waitFor(() => expect(document.querySelector('hanko-profile')).not.toBeNull());
    const refused = { state: { name: 'error', error: { code: 'unauthorized' } } };
    await app.announce('onAfterStateChange', refused);
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(app.location()).toBe('/login?from=%2Fprofile'));
    await waitFor(() => expect(api.callsTo('POST /api/user/logout')).toHaveLength(1));
  });

  test('[PROF-03] an account widget that cannot be loaded leaves the rest of the screen', async () => {
    fakeApi(loaded);
    renderApp('/profile', { isMissing: true });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The account settings cannot be loaded.',
    );
    expect(screen.getByRole('button', { name: 'Reload the page' })).not.toBeNull();
    expect(await screen.findByLabelText('First Name')).toHaveProperty('value', 'Maya');
  });

  test('[PROF-04] shows the error text when loading fails', async () => {
    const refusal = { status: 503, body: { error: 'Service temporarily unavailable', code: 'x' } };
    fakeApi({ ...loaded, 'GET /api/user/profile': refusal });
    await openProfile();
    expect((await screen.findByRole('alert')).textContent).toBe('Service temporarily unavailable');
    expect(screen.queryByRole('button', { name: 'Save Profile' })).toBeNull();
  });

  test('[PROF-04] [AUTH-11] a 401 leads to the login', async () => {
    const refusal = { status: 401, body: { error: 'Not signed in', code: 'not_signed_in' } };
    fakeApi({ ...loaded, 'GET /api/user/profile': refusal });
    const app = renderApp('/profile');
    await waitFor(() => expect(app.location()).toBe('/login?from=%2Fprofile'));
  });

  test('[AUTH-07] Logout ends the session on the server and clears everything here', async () => {
    const api = fakeApi({ ...loaded, 'POST /api/user/logout': { body: { success: true } } });
    localStorage.setItem('consent:2025-06-30:user-1', 'true');
    const app = await openProfile();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Login or Sign Up' });
    expect(app.location()).toBe('/login');
    expect(api.callsTo('POST /api/user/logout')).toHaveLength(1);
    expect(localStorage.getItem('consent:2025-06-30:user-1')).toBeNull();
    expect(app.widget.leaveCount).toBe(1);
  });

  test('[AUTH-07] a failed logout says so and keeps the user signed in', async () => {
    fakeApi({ ...loaded, 'POST /api/user/logout': { status: 500 } });
    const app = await openProfile();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Logout failed. Please try again.');
    expect(app.location()).toBe('/profile');
  });
});
