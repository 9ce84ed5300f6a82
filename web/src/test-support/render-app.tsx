import { act, render, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect } from 'vitest';
import { Providers } from '../app/app.tsx';
import { AppRoutes } from '../app/routes.tsx';
import { LanguageProvider } from '../lib/language/language-provider.tsx';
import { createFakeWidget, type EventName } from './fake-widget.ts';

export const TEST_CONFIG = {
  productName: 'Trailhead',
  assistantName: 'Robin',
  consentVersion: '2025-06-30',
  signInUrl: 'http://localhost/identity',
  termsUrl: '/legal/terms',
  privacyUrl: '/legal/privacy',
  contactName: '',
  contactUrl: '',
};

/** The whole app at a path, with a sign-in widget that the test controls. */
export function renderApp(path: string, widget: { isMissing?: boolean } = {}) {
  const fake = createFakeWidget(widget);
  let current = path;
  function Location() {
    const { pathname, search } = useLocation();
    current = pathname + search;
    return null;
  }
  render(
    <LanguageProvider>
      <Providers config={TEST_CONFIG} widget={fake.widget}>
        <MemoryRouter initialEntries={[path]}>
          <AppRoutes />
          <Location />
        </MemoryRouter>
      </Providers>
    </LanguageProvider>,
  );
  return {
    widget: fake.widget,
    /** Waits until a screen listens, which it does a moment after it is drawn. */
    async announce(name: EventName, detail?: unknown): Promise<void> {
      await waitFor(() => expect(fake.hasListener(name)).toBe(true));
      act(() => fake.announce(name, detail));
    },
    location: () => current,
  };
}
