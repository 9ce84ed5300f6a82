import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { WebConfigContext } from '../../../lib/web-config.ts';
import { type Session, SessionContext } from '../../../session/session-context.ts';

const CONFIG = {
  productName: 'Pathway',
  assistantName: 'Avery',
  consentVersion: '2025-06-30',
  signInUrl: 'http://localhost/identity',
  termsUrl: '/legal/terms',
  privacyUrl: '/legal/privacy',
  contactName: '',
  contactUrl: '',
};

export const SESSION_ID = 'session-0123456789';

function createTestSession() {
  const user = { id: 'user-1', is_admin: false, tier: 'free_auth' as const };
  return {
    state: {
      status: 'signed-in' as const,
      user,
      consent: 'given' as const,
      chatSessionId: SESSION_ID,
    },
    user,
    chatSessionId: SESSION_ID,
    refresh: vi.fn<Session['refresh']>(),
    signIn: vi.fn<Session['signIn']>(),
    signOut: vi.fn<Session['signOut']>(),
    expire: vi.fn<Session['expire']>(),
    acceptConsent: vi.fn<Session['acceptConsent']>(),
    abandon: vi.fn<Session['abandon']>(),
    prepareErasure: vi.fn<Session['prepareErasure']>(),
    isErasureUnsure: false,
    requireConsent: vi.fn<Session['requireConsent']>(),
    loadWidget: vi.fn<Session['loadWidget']>(),
  };
}

/** Renders a part of the chat for a signed-in user. */
export function renderChat(ui: ReactNode) {
  const session = createTestSession();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <WebConfigContext value={CONFIG}>
      <QueryClientProvider client={queries}>
        <SessionContext value={session}>
          <MemoryRouter>{ui}</MemoryRouter>
        </SessionContext>
      </QueryClientProvider>
    </WebConfigContext>,
  );
  return { ...view, session };
}
