import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const RECORDED = { body: { success: true } };
const REFUSED = { status: 500, body: { error: 'x', code: 'internal_error' } };

async function openConsent() {
  const app = renderApp('/consent');
  await screen.findByRole('dialog', { name: 'Welcome to Trailhead' });
  return app;
}

const accept = () => screen.getByRole('checkbox', { name: /^I accept/ });
const pressContinue = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

describe('the consent screen of a signed-in user', () => {
  test('[CONS-01] links the terms and the privacy policy and asks for nothing else', async () => {
    fakeApi(signedInAs({}, false));
    await openConsent();
    const terms = screen.getByRole('link', { name: 'Terms of Service' });
    const privacy = screen.getByRole('link', { name: 'Privacy Policy' });
    expect(terms.getAttribute('href')).toBe('/legal/terms');
    expect(privacy.getAttribute('href')).toBe('/legal/privacy');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(accept());
  });

  test('[CONS-02] says that the terms must be accepted', async () => {
    const api = fakeApi(signedInAs({}, false));
    await openConsent();
    await pressContinue();
    expect(screen.getByRole('alert').textContent).toBe(
      'You must accept the Terms of Service and Privacy Policy.',
    );
    expect(accept().getAttribute('aria-invalid')).toBe('true');
    expect(api.callsTo('POST /api/consent')).toEqual([]);
  });

  test('[CONS-04] [CONS-05] records the consent, keeps the flag and goes to the chat', async () => {
    const api = fakeApi({ ...signedInAs({}, false), 'POST /api/consent': RECORDED });
    const app = await openConsent();
    await userEvent.click(accept());
    await pressContinue();
    await waitFor(() => expect(app.location()).toBe('/chat'));
    expect(api.callsTo('POST /api/consent')[0]?.body).toEqual({
      consent_version: '2025-06-30',
      user_id: 'user-1',
    });
    expect(localStorage.getItem('consent:2025-06-30:user-1')).toBe('true');
  });

  test('[CONS-01] says Submitting... while the call is under way', async () => {
    fakeApi({ ...signedInAs({}, false), 'POST /api/consent': 'never' });
    await openConsent();
    await userEvent.click(accept());
    await pressContinue();
    expect(await screen.findByRole('button', { name: 'Submitting...' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  test.each([
    ['refused', REFUSED, 'Failed to record consent. Please try again.'],
    ['lost', 'network-failure', 'Network error. Please try again.'],
  ] as const)('[CONS-06] says when the call is %s, and can try again', async (_, reply, text) => {
    const api = fakeApi({ ...signedInAs({}, false), 'POST /api/consent': reply });
    const app = await openConsent();
    await userEvent.click(accept());
    await pressContinue();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    Object.assign(api.replies, { 'POST /api/consent': RECORDED });
    await pressContinue();
    await waitFor(() => expect(app.location()).toBe('/chat'));
  });
});

describe('the consent screen of the public tier', () => {
  const asPublic = signedInAs({ tier: 'public' }, false);

  test('[CONS-03] names what is missing and leads to the first blank field', async () => {
    fakeApi(asPublic);
    await openConsent();
    await userEvent.type(screen.getByLabelText('First name'), 'Maya');
    await userEvent.click(accept());
    await pressContinue();
    expect(screen.getByRole('alert').textContent).toBe(
      'Please enter your first name, last name, and email.',
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Last name'));
    expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  });

  test('[CONS-04] sends names and e-mail with one session id per device', async () => {
    localStorage.setItem('public-session-id', 'device-session-1');
    const api = fakeApi({ ...asPublic, 'POST /api/consent/public': REFUSED });
    const app = await openConsent();
    await userEvent.type(screen.getByLabelText('First name'), ' Maya ');
    await userEvent.type(screen.getByLabelText('Last name'), 'Reyes');
    await userEvent.type(screen.getByLabelText('Email'), 'maya@example.com');
    await userEvent.click(accept());
    await pressContinue();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to record consent.');
    Object.assign(api.replies, { 'POST /api/consent/public': RECORDED });
    await pressContinue();
    await waitFor(() => expect(app.location()).toBe('/chat'));
    expect(api.callsTo('POST /api/consent/public').map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({
        consent_type: 'public',
        version: '2025-06-30',
        session_id: 'device-session-1',
        first_name: 'Maya',
        last_name: 'Reyes',
        email: 'maya@example.com',
      })),
    );
  });
});
