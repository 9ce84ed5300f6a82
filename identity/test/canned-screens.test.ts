import { expect, test } from 'vitest';
import { findDrawn, reduceToDrawn } from './canned-screens.ts';
import { engines } from './open-test-database.ts';
import { createReplyValidator } from './openapi/create-reply-validator.ts';
import { useProviders } from './providers.ts';
import { screens } from './screens.ts';

const [pglite] = engines;
if (!pglite) throw new Error('there is always an engine');
const providers = useProviders(pglite);

const wrong = { code: 'wrong' };
const wrongCode = { otp_code: '012345' };

test.each([
  ['login_password_wrong', 'login_password', 'password_login', [{ password: 'secret-password' }]],
  ['login_otp_old', 'login_otp', 'otp_code_validate', [wrongCode]],
  ['mfa_otp_toplevel', 'mfa_otp_secret_creation', 'otp_code_verify', [wrongCode]],
  ['passcode_max', 'passcode_emptypayload', 'verify_passcode', [wrong, wrong, wrong]],
  ['passcode_rate', 'passcode_emptypayload', 'resend_passcode', [{}, {}, {}]],
])(
  '[IDP-03] [IDP-04] [IDP-07] [IDP-16] the refusal %s is the one the widget was seen to draw',
  async (drawn, screen, action, entries) => {
    const at = await screens[screen]?.(providers, `canned_${drawn}`);
    for (const data of entries) await at?.client.run(action, data);
    if (!at) throw new Error(`no way to ${screen} is known`);
    expect(reduceToDrawn(at.client.reply, drawn)).toMatchObject(findDrawn(drawn));
  },
);

const action = { action: 'x', href: '/login?action=x', description: '', inputs: {} };

test.each([
  ['login_init', { actions: {} }],
  ['passcode_confirmation', { actions: { resend_passcode: action } }],
  ['error', { payload: {}, actions: null }],
])('[IDP-12] what broke the widget as %s can never be sent unnoticed', (name, changes) => {
  const body = { name, status: 200, csrf_token: 'x', links: null, ...changes };
  const reply = { method: 'POST', path: '/login', status: 200, body };
  expect(createReplyValidator()(reply)).not.toEqual([]);
});
