import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Reply, fakeApi } from '../test-support/fake-api.ts';
import { renderApp } from '../test-support/render-app.tsx';
import { SIGNED_OUT, signedInAs } from '../test-support/signed-in.ts';

const CHAT = { 'GET /api/chat/history': { body: { messages: [] } } };

describe('a visitor', () => {
  test('[NAV-01] [NAV-02] sees the landing page, which leads to the login', async () => {
    fakeApi(SIGNED_OUT);
    const app = renderApp('/');
    const links = await screen.findAllByRole('link', { name: 'Login or Create Free Account' });
    expect(links[0]?.getAttribute('href')).toBe('/login');
    await userEvent.click(links[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Login or Sign Up' });
    expect(app.location()).toBe('/login');
  });

  test('[NAV-01] [AUTH-05] sees it at once when the server knows that nobody is here', async () => {
    const api = fakeApi(SIGNED_OUT);
    document.head.innerHTML = '<meta name="session" content="none">';
    renderApp('/');
    document.head.innerHTML = '';
    expect(screen.getAllByRole('link', { name: 'Login or Create Free Account' })).toHaveLength(2);
    expect(api.calls).toEqual([]);
  });

  test('[NAV-03] [NAV-05] is sent from a protected route to the login, which remembers it', async () => {
    fakeApi(SIGNED_OUT);
    const app = renderApp('/admin/docs');
    await screen.findByRole('heading', { name: 'Login or Sign Up' });
    expect(app.location()).toBe('/login?from=%2Fadmin%2Fdocs');
  });

  test('[NAV-07] ends at the login from an unknown path', async () => {
    fakeApi(SIGNED_OUT);
    const app = renderApp('/no/such/page');
    await screen.findByRole('heading', { name: 'Login or Sign Up' });
    expect(app.location()).toBe('/login');
  });

  test('[NAV-08] has no navigation on the login screen', async () => {
    fakeApi(SIGNED_OUT);
    renderApp('/login');
    await screen.findByRole('heading', { name: 'Login or Sign Up' });
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('[AUTH-05] is signed out when the session call fails in any way', async () => {
    fakeApi({ 'GET /api/user/session': 'network-failure' });
    const app = renderApp('/profile');
    await screen.findByRole('heading', { name: 'Login or Sign Up' });
    expect(app.location()).toBe('/login?from=%2Fprofile');
  });
});

describe('a signed-in user', () => {
  test('[NAV-04] sees Loading... on a protected route while the session loads', async () => {
    fakeApi({ 'GET /api/user/session': 'never' });
    renderApp('/chat');
    expect((await screen.findByRole('status')).textContent).toBe('Loading...');
  });

  test('[NAV-01] is sent from the landing page to the chat', async () => {
    fakeApi({ ...signedInAs(), ...CHAT });
    const app = renderApp('/');
    await waitFor(() => expect(app.location()).toBe('/chat'));
  });

  test('[NAV-08] has the links Chat and Profile, and no Admin', async () => {
    fakeApi({ ...signedInAs(), ...CHAT });
    renderApp('/chat');
    const navigation = await screen.findByRole('navigation', { name: 'Main' });
    await waitFor(() => expect(navigation.textContent).toBe('ChatProfile'));
  });

  test('[NAV-10] who is no administrator is led away from admin screens', async () => {
    const api = fakeApi({ ...signedInAs(), ...CHAT });
    const app = renderApp('/admin/docs');
    await waitFor(() => expect(app.location()).toBe('/chat'));
    expect(api.calls.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([]);
  });

  test('[NAV-06] without consent reads why, and reaches the consent screen', async () => {
    fakeApi(signedInAs({}, false));
    const app = renderApp('/chat');
    await screen.findByText('Please complete consent to continue...');
    await userEvent.click(screen.getByRole('link', { name: 'Review and accept' }));
    await screen.findByRole('heading', { name: 'Welcome to Trailhead' });
    expect(app.location()).toBe('/consent');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('[NAV-06] without consent is led to the consent screen after a moment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fakeApi(signedInAs({}, false));
    const app = renderApp('/profile');
    await screen.findByText('Please complete consent to continue...');
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await waitFor(() => expect(app.location()).toBe('/consent'));
  });

  test('[CONS-05] with the local flag enters at once, and loses it when the server disagrees', async () => {
    localStorage.setItem('consent:2025-06-30:user-1', 'true');
    const replyStatus = Promise.withResolvers<Reply>();
    fakeApi({
      ...signedInAs(),
      'GET /api/user/profile': 'never',
      'GET /api/consent/status': () => replyStatus.promise,
    });
    renderApp('/profile');
    await screen.findByRole('heading', { name: 'Your Profile' });
    replyStatus.resolve({ body: { consentGiven: false } });
    await screen.findByText('Please complete consent to continue...');
    expect(localStorage.getItem('consent:2025-06-30:user-1')).toBeNull();
  });

  test('[CONS-04] asks for the consent status of this user and version', async () => {
    const api = fakeApi({ ...signedInAs(), ...CHAT });
    renderApp('/chat');
    await waitFor(() =>
      expect(api.callsTo('GET /api/consent/status')[0]?.search).toBe(
        '?user_id=user-1&version=2025-06-30',
      ),
    );
  });
});

describe('an administrator', () => {
  test('[NAV-09] comes from /admin to the dashboard and sees the Admin link', async () => {
    fakeApi(signedInAs({ is_admin: true }));
    const app = renderApp('/admin');
    await screen.findByRole('heading', { name: 'Welcome to Trailhead Admin' });
    expect(app.location()).toBe('/admin/dashboard');
    expect(screen.getByRole('navigation', { name: 'Main' }).textContent).toBe('ChatProfileAdmin');
  });

  test.each([
    ['/admin/dashboard', 'Dashboard'],
    ['/admin/docs', 'Documents'],
    ['/admin/sites', 'Sites'],
    ['/admin/logs', 'Logs'],
    ['/admin/users', 'Users'],
  ])('[ADM-01] at %s has five links and %s as the active one', async (path, active) => {
    fakeApi(signedInAs({ is_admin: true }));
    renderApp(path);
    const bar = await screen.findByRole('navigation', { name: 'Admin' });
    expect(bar.textContent).toBe('Trailhead AdminDashboardDocumentsSitesLogsUsers');
    const links = [...bar.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin',
      '/admin/docs',
      '/admin/sites',
      '/admin/logs',
      '/admin/users',
    ]);
    const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map((link) => link.textContent)).toEqual([active]);
  });

  test('[ADM-04] finds a placeholder on the users page', async () => {
    fakeApi(signedInAs({ is_admin: true }));
    renderApp('/admin/users');
    const placeholder = await screen.findByText('Admin users will be listed here.');
    expect(placeholder.nextSibling?.textContent).toBe('(No admin users to display yet.)');
  });
});
