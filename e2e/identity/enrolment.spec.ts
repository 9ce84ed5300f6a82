import { expect } from '@playwright/test';
import { createOneTimeCode } from '../support/create-one-time-code.ts';
import { plugIn } from './support/plug-in.ts';
import { test } from './support/test.ts';

const PASSWORD = 'maple-tram-42';

test.use({
  switches: {
    username: { enabled: false },
    password: { acquireOnRegistration: 'never', acquireOnLogin: 'always', optional: false },
    passkey: { acquireOnRegistration: 'never', acquireOnLogin: 'always' },
    mfa: { acquireOnLogin: true, optional: false, deviceTrustPolicy: 'never' },
  },
});

test('[IDP-09, IDP-10, IDP-11] whoever has a code alone is asked for a second factor, a password and a passkey at sign-in', async ({
  page,
  register,
  widget,
}) => {
  const email = 'enrols@example.org';
  await register({ email });
  const device = await plugIn(page, 'internal');
  await widget.openSignIn();
  await widget.submit({ Email: email });
  await widget.press('Passcode');
  await widget.enterMailedCode(email);
  await widget.expectScreen('Set up MFA');
  await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0);
  await widget.press('Authenticator app');
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await widget.enterCode(createOneTimeCode(secret, Date.now()));
  await widget.expectScreen('Set new password');
  await widget.submit({ 'New password': PASSWORD });
  await widget.expectScreen('Create a passkey');
  await widget.press('Create a passkey');
  // A browser is trusted never here, so nobody asks.
  await widget.expectSignedIn();
  expect(await device.readKeys()).toHaveLength(1);

  await device.setPresence(false);
  await widget.forgetSignIn();
  await widget.enterPassword({ label: 'Email', name: email, password: PASSWORD });
  await widget.expectScreen('Authentication code');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('hanko-device-token');
});
