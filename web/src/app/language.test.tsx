import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../test-support/fake-api.ts';
import { renderApp } from '../test-support/render-app.tsx';
import { SIGNED_OUT, signedInAs } from '../test-support/signed-in.ts';

const ENGLISH = 'Login or Create Free Account';
const SPANISH = 'Inicia sesión o crea una cuenta gratis';

beforeEach(() => void fakeApi(SIGNED_OUT));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

const startLinks = (name: string) => screen.findAllByRole('link', { name });

/** Waits for the texts that the first picture needs. */
const open = (path: string) => act(async () => void renderApp(path));

test('without any wish the page is in English', async () => {
  await open('/');
  expect(await startLinks(ENGLISH)).toHaveLength(2);
  expect(document.documentElement.lang).toBe('en');
});

test('?lang=es speaks Spanish, and is remembered', async () => {
  window.history.replaceState(null, '', '/?lang=es');
  await open('/');
  expect(await startLinks(SPANISH)).toHaveLength(2);
  expect(document.documentElement.lang).toBe('es');
  expect(localStorage.getItem('language')).toBe('es');
});

test('a browser that prefers Spanish gets it, and nothing is remembered', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX', 'en']);
  await open('/');
  expect(await startLinks(SPANISH)).toHaveLength(2);
  expect(localStorage.getItem('language')).toBeNull();
});

test('the switch speaks the other language on the spot and remembers the choice', async () => {
  await open('/');
  await startLinks(ENGLISH);
  await userEvent.click(screen.getByRole('button', { name: 'Español' }));
  expect(await startLinks(SPANISH)).toHaveLength(2);
  expect(document.documentElement.lang).toBe('es');
  expect(localStorage.getItem('language')).toBe('es');
  expect(screen.getByRole('button', { name: 'Español', pressed: true })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(await startLinks(ENGLISH)).toHaveLength(2);
});

test('the legal pages and the sign-in widget are asked for the same language', async () => {
  window.history.replaceState(null, '', '/?lang=es');
  await open('/login');
  await screen.findByRole('heading', { name: 'Inicia sesión o regístrate' });
  const terms = screen.getByRole('link', { name: 'Términos del servicio' });
  expect(terms.getAttribute('href')).toBe('/legal/terms?lang=es');
  await waitFor(() =>
    expect(document.querySelector('hanko-auth')?.getAttribute('lang')).toBe('es'),
  );
});

test('a starter question in Spanish is asked in the language of the sources', async () => {
  const api = fakeApi({
    ...signedInAs(),
    'GET /api/chat/history': { body: { messages: [] } },
    'POST /api/chat': 'never',
  });
  window.history.replaceState(null, '', '/?lang=es');
  await open('/chat');
  await userEvent.click(await screen.findByRole('button', { name: /cuentan como materias/ }));
  await waitFor(() =>
    expect(api.callsTo('POST /api/chat')[0]?.body).toMatchObject({
      messages: [{ role: 'user', content: 'Which classes count as core courses?' }],
    }),
  );
});

test('what the server refuses is said in Spanish', async () => {
  fakeApi({
    ...signedInAs(),
    'GET /api/user/profile': { status: 503, body: { error: 'Busy', code: 'service_unavailable' } },
  });
  window.history.replaceState(null, '', '/?lang=es');
  await open('/profile');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'El servicio no está disponible por el momento',
  );
});

test('the console stays English, and says so to those who listen', async () => {
  fakeApi({ ...signedInAs({ is_admin: true }) });
  window.history.replaceState(null, '', '/?lang=es');
  await open('/admin/users');
  const heading = await screen.findByText('(No admin users to display yet.)');
  expect(heading.closest('[lang]')?.getAttribute('lang')).toBe('en');
});
