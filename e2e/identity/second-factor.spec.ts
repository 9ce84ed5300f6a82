import { expect } from '@playwright/test';
import { createOneTimeCode } from '../support/create-one-time-code.ts';
import type { AccountPage } from './support/account-page.ts';
import { plugIn } from './support/plug-in.ts';
import { test } from './support/test.ts';
import type { Widget } from './support/widget.ts';

const PASSWORD = 'maple-tram-42';
const STEP_MS = 30_000;

test.use({
  switches: {
    email: { enabled: false },
    username: { optional: false, acquireOnRegistration: true },
    password: { optional: false, acquireOnRegistration: 'always' },
    passkey: { enabled: false },
    mfa: { acquireOnRegistration: true },
  },
});

/** Signs up until the choice of a second factor. */
async function signUp(widget: Widget, username: string): Promise<void> {
  await widget.openSignUp();
  await widget.submit({ Username: username });
  await widget.submit({ 'New password': PASSWORD });
  await widget.expectScreen('Set up MFA');
}

async function signIn(widget: Widget, username: string): Promise<void> {
  await widget.forgetSignIn();
  await widget.enterPassword({ label: 'Username', name: username, password: PASSWORD });
}

/** Adds a security key on the account page. */
async function addKey(accountPage: AccountPage): Promise<void> {
  await accountPage.open('Security keys');
  await accountPage.choose('Add a security key', 'Add a security key');
  await expect(accountPage.line(/^SecurityKey-/)).toBeVisible();
}

test('[IDP-07, IDP-09, IDP-11, IDP-16] an authenticator app is the second factor until the browser is trusted', async ({
  page,
  context,
  widget,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(widget, 'app_user');
  await widget.press('Authenticator app');
  await widget.expectScreen('Set up authenticator app');
  const image = page.getByRole('img', { name: 'QR-Code' });
  await expect(image).toHaveAttribute('src', /^data:image\/png;base64,/);
  const width = await image.evaluate((picture: HTMLImageElement) => picture.naturalWidth);
  expect(width).toBeGreaterThan(100);
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  const secretLine = page.locator('section').filter({ hasText: /^OTP secret key\s*$/ });
  await secretLine.locator('svg').click();
  await widget.expectText('- copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.locator('input[name="passcode0"]').click();
  await widget.enterCode('000000');
  await widget.expectRefusal('The passcode provided was not correct.', 400);
  await expect(page.locator('input[name="passcode0"]')).toHaveValue('');
  await widget.press('Back');
  await widget.expectScreen('Set up MFA');
  await widget.press('Authenticator app');
  await expect(page.getByText(secret)).toBeVisible();
  await widget.enterCode(createOneTimeCode(secret, Date.now()));
  await widget.expectSignedIn();

  await signIn(widget, 'app_user');
  await widget.expectScreen('Authentication code');
  await widget.enterCode('000000');
  await widget.expectRefusal('The passcode provided was not correct.', 400);
  // The code of the set-up does not count twice; the next one is accepted early.
  await widget.enterCode(createOneTimeCode(secret, Date.now() + STEP_MS));
  await widget.expectScreen('Trust this browser?');
  await widget.press('Trust this browser');
  await widget.expectSignedIn();

  await signIn(widget, 'app_user');
  await widget.expectSignedIn();
});

test('[IDP-08, IDP-09, IDP-11] a security key is the second factor, and trust may be skipped', async ({
  page,
  widget,
}) => {
  const key = await plugIn(page, 'usb');
  await signUp(widget, 'key_user');
  await widget.press('Security key');
  await widget.expectScreen('Add security key');
  await widget.press('Back');
  await widget.press('Security key');
  await widget.press('Add a security key');
  await widget.expectSignedIn();
  expect(await key.readKeys()).toHaveLength(1);

  for (let times = 0; times < 2; times += 1) {
    await signIn(widget, 'key_user');
    await widget.expectScreen('Security key');
    await widget.press('Use security key');
    await widget.expectScreen('Trust this browser?');
    await widget.press('Skip');
    await widget.expectSignedIn();
  }
});

test('[IDP-07, IDP-08, IDP-11, IDP-16] with both factors either will do, and back from trust begins anew', async ({
  page,
  enterAs,
  widget,
  accountPage,
}) => {
  const { secret } = await enterAs({ username: 'both', password: PASSWORD, usesApp: true });
  await plugIn(page, 'usb');
  await addKey(accountPage);
  await signIn(widget, 'both');
  await widget.expectScreen('Security key');
  await widget.press('Use another method');
  await widget.expectScreen('Authentication code');
  await widget.press('Use another method');
  await widget.expectScreen('Security key');
  await widget.press('Use security key');
  await widget.expectScreen('Trust this browser?');
  await widget.press('Back');
  await widget.expectScreen('Sign in');

  await signIn(widget, 'both');
  await widget.press('Use another method');
  for (const status of [400, 400, 400]) {
    await widget.enterCode('000000');
    await widget.expectRefusal('The passcode provided was not correct.', status);
    await expect(page.locator('input[name="passcode0"]')).toHaveValue('');
  }
  await widget.enterCode(createOneTimeCode(secret, Date.now() + STEP_MS));
  await widget.expectRefusal('Too many requests have been made.', 429);
});

test('[IDP-08, IDP-16, IDP-18] a key that is not there, or not supported, leads back with a word', async ({
  page,
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ username: 'key_lost', password: PASSWORD });
  const key = await plugIn(page, 'usb');
  await addKey(accountPage);
  await key.clear();
  await signIn(widget, 'key_lost');
  await widget.press('Use security key');
  await widget.expectScreen('Security key');
  await expect(page.getByRole('button', { name: 'Use security key' })).toBeEnabled();

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await signIn(widget, 'key_lost');
  await widget.expectScreen('Security key');
  await widget.press('Use security key');
  await widget.expectRefusal('does not support this feature', 401);
});

test('[IDP-09] a second factor may be left for later', async ({ widget }) => {
  await signUp(widget, 'no_factor');
  await widget.press('Skip');
  await widget.expectSignedIn();
});
