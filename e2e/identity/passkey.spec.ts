import { expect } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import { plugIn } from './support/plug-in.ts';
import {
  acceptTerms,
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openProfile,
  openSignIn,
  openSignUp,
  press,
  submit,
} from './support/steps.ts';
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
  product,
  pageFaults,
}) => {
  const email = 'passkey@example.org';
  const device = await plugIn(page, 'internal');
  await openSignUp(page);
  await submit(page, { Email: email });
  await enterCode(page, await product.readCode(email));
  await expectScreen(page, 'Create a passkey');
  await press(page, 'Create a passkey');
  await expectSignedIn(page);
  expect(await device.readKeys()).toHaveLength(1);

  await device.setPresence(false);
  await forgetSignIn(page);
  await openSignIn(page);
  await device.setPresence(true);
  await press(page, 'Sign in with a passkey');
  await expectSignedIn(page);

  await device.setPresence(false);
  await forgetSignIn(page);
  await openSignIn(page);
  await submit(page, { Email: email });
  await expectScreen(page, 'Select login method');
  await device.setPresence(true);
  await press(page, 'Passkey');
  await expectSignedIn(page);
  expect(pageFaults).toEqual([]);
});

test('[IDP-10] a passkey may be left for later', async ({ page, product }) => {
  const email = 'later@example.org';
  await openSignUp(page);
  await submit(page, { Email: email });
  await enterCode(page, await product.readCode(email));
  await expectScreen(page, 'Create a passkey');
  await press(page, 'Skip');
  await expectSignedIn(page);
});

test('[IDP-16] a passkey whose account is gone cannot be used anymore', async ({
  page,
  product,
  pageFaults,
}) => {
  const email = 'gone@example.org';
  const device = await plugIn(page, 'internal');
  await openSignUp(page);
  await submit(page, { Email: email });
  await enterCode(page, await product.readCode(email));
  await press(page, 'Create a passkey');
  await acceptTerms(page);
  await openProfile(page);
  await press(page, 'Delete account');
  await page.getByLabel('Yes, delete this account.').check();
  await device.setPresence(false);
  await press(page, 'Delete');
  await expect(page).not.toHaveURL(/\/profile/);
  await openSignIn(page);
  // Else the autofill of the screen that follows would answer by itself, again and again.
  await page.route(/webauthn_verify_assertion_response/, async (route) => {
    await device.setPresence(false);
    await route.continue();
  });
  await device.setPresence(true);
  await press(page, 'Sign in with a passkey');
  await expect(page.getByText('This passkey cannot be used anymore.')).toBeVisible();
  await expectRefusals(pageFaults, [401]);
  await expectScreen(page, 'Sign in');
});

test.describe('in a browser without passkeys', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential')),
  );

  test('[IDP-18] the passkey button cannot be pressed and says why', async ({ page }) => {
    await openSignIn(page);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', 'Passkeys are not supported by your browser');
  });

  test('[IDP-10, IDP-18] signing up asks for no passkey', async ({ page, product }) => {
    const email = 'unsupported@example.org';
    await openSignUp(page);
    await submit(page, { Email: email });
    await enterCode(page, await product.readCode(email));
    await expectSignedIn(page);
  });
});
