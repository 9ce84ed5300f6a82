import { expect } from '@playwright/test';
import { plugIn } from './support/plug-in.ts';
import { test } from './support/test.ts';

test.use({
  switches: {
    username: { enabled: false },
    password: { acquireOnRegistration: 'never' },
    passkey: { acquireOnRegistration: 'always' },
    mfa: { enabled: false },
  },
});

test('[IDP-06, IDP-10, IDP-16] a passkey made at sign-up signs in by button and by chooser', async ({
  page,
  pageFaults,
  widget,
}) => {
  const email = 'passkey@example.org';
  const device = await plugIn(page, 'internal');
  await widget.signUpByCode(email);
  await widget.expectScreen('Create a passkey');
  await widget.press('Create a passkey');
  await widget.expectSignedIn();
  expect(await device.readKeys()).toHaveLength(1);

  await device.setPresence(false);
  await widget.forgetSignIn();
  await widget.openSignIn();
  await device.setPresence(true);
  await widget.press('Sign in with a passkey');
  await widget.expectSignedIn();

  await device.setPresence(false);
  await widget.forgetSignIn();
  await widget.openSignIn();
  await widget.submit({ Email: email });
  await widget.expectScreen('Select login method');
  await device.setPresence(true);
  await widget.press('Passkey');
  await widget.expectSignedIn();
  expect(pageFaults).toEqual([]);
});

test('[IDP-10] a passkey may be left for later', async ({ widget }) => {
  const email = 'later@example.org';
  await widget.signUpByCode(email);
  await widget.expectScreen('Create a passkey');
  await widget.press('Skip');
  await widget.expectSignedIn();
});

test('[IDP-16] a passkey whose account is gone cannot be used anymore', async ({
  page,
  widget,
  accountPage,
}) => {
  const email = 'gone@example.org';
  const device = await plugIn(page, 'internal');
  await widget.signUpByCode(email);
  await widget.press('Create a passkey');
  await widget.acceptTerms();
  await accountPage.open();
  await widget.press('Delete account');
  await page.getByLabel('Yes, delete this account.').check();
  await device.setPresence(false);
  await widget.press('Delete');
  await expect(page).not.toHaveURL(/\/profile/);
  await widget.openSignIn();
  // Else the autofill of the screen that follows would respond by itself, again and again.
  await page.route(/webauthn_verify_assertion_response/, async (route) => {
    await device.setPresence(false);
    await route.continue();
  });
  await device.setPresence(true);
  await widget.press('Sign in with a passkey');
  await widget.expectRefusal('This passkey cannot be used anymore.', 401);
  await widget.expectScreen('Sign in');
});

test.describe('in a browser without passkeys', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential')),
  );

  test('[IDP-10, IDP-18] the passkey button says why it cannot be pressed, and signing up asks for no passkey', async ({
    page,
    widget,
  }) => {
    await widget.openSignIn();
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', 'Passkeys are not supported by your browser');
    await widget.signUpByCode('unsupported@example.org');
    await widget.expectSignedIn();
  });
});
