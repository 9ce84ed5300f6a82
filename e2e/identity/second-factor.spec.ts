import { expect, type Page } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import { createOneTimeCode } from './support/create-one-time-code.ts';
import { plugIn } from './support/plug-in.ts';
import {
  enterPassword,
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openProfile,
  openSignUp,
  press,
  pressUnfolded,
  submit,
  unfold,
} from './support/steps.ts';
import { test } from './support/test.ts';

const PASSWORD = 'maple-tram-42';
const STEP_MS = 30_000;

test.use({
  switches: {
    email: { enabled: false },
    username: { optional: false },
    password: { optional: false, acquireOnRegistration: 'always' },
    passkey: { enabled: false },
    mfa: { acquireOnRegistration: true },
  },
});

/** Signs up until the choice of a second factor. */
async function signUp(page: Page, username: string): Promise<void> {
  await openSignUp(page);
  await submit(page, { Username: username });
  await submit(page, { 'New password': PASSWORD });
  await expectScreen(page, 'Set up MFA');
}

async function signIn(page: Page, username: string): Promise<void> {
  await forgetSignIn(page);
  await enterPassword(page, { label: 'Username', name: username, password: PASSWORD });
}

/** Adds a security key on the account page. */
async function addKey(page: Page): Promise<void> {
  await openProfile(page, 'Security keys');
  await unfold(page, 'Add a security key');
  await pressUnfolded(page, 'Add a security key');
  await expect(page.locator('label[for="security-key-edit-dropdown-0"]')).toBeVisible();
}

test('[IDP-07, IDP-09, IDP-11, IDP-16] an authenticator app is the second factor until the browser is trusted', async ({
  page,
  context,
  pageFaults,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page, 'app_user');
  await press(page, 'Authenticator app');
  await expectScreen(page, 'Set up authenticator app');
  const image = page.getByRole('img', { name: 'QR-Code' });
  await expect(image).toHaveAttribute('src', /^data:image\/png;base64,/);
  const width = await image.evaluate((picture: HTMLImageElement) => picture.naturalWidth);
  expect(width).toBeGreaterThan(100);
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  const secretLine = page.locator('section').filter({ hasText: /^OTP secret key\s*$/ });
  await secretLine.locator('svg').click();
  await expect(page.getByText('- copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await enterCode(page, '000000');
  await expect(page.getByText('The passcode provided was not correct.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await expect(page.locator('input[name="passcode0"]')).toHaveValue('');
  await press(page, 'Back');
  await expectScreen(page, 'Set up MFA');
  await press(page, 'Authenticator app');
  await expect(page.getByText(secret)).toBeVisible();
  await enterCode(page, createOneTimeCode(secret, Date.now()));
  await expectSignedIn(page);

  await signIn(page, 'app_user');
  await expectScreen(page, 'Authentication code');
  await enterCode(page, '000000');
  await expect(page.getByText('The passcode provided was not correct.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  // The code of the set-up does not count twice; the next one is accepted early.
  await enterCode(page, createOneTimeCode(secret, Date.now() + STEP_MS));
  await expectScreen(page, 'Trust this browser?');
  await press(page, 'Trust this browser');
  await expectSignedIn(page);

  await signIn(page, 'app_user');
  await expectSignedIn(page);
});

test('[IDP-08, IDP-09, IDP-11] a security key is the second factor, and trust may be skipped', async ({
  page,
}) => {
  const key = await plugIn(page, 'usb');
  await signUp(page, 'key_user');
  await press(page, 'Security key');
  await expectScreen(page, 'Add security key');
  await press(page, 'Back');
  await press(page, 'Security key');
  await press(page, 'Add a security key');
  await expectSignedIn(page);
  expect(await key.readKeys()).toHaveLength(1);

  for (let times = 0; times < 2; times += 1) {
    await signIn(page, 'key_user');
    await expectScreen(page, 'Security key');
    await press(page, 'Use security key');
    await expectScreen(page, 'Trust this browser?');
    await press(page, 'Skip');
    await expectSignedIn(page);
  }
});

test('[IDP-07, IDP-08, IDP-11, IDP-16] with both factors either will do, and back from trust begins anew', async ({
  page,
  pageFaults,
  enterAs,
}) => {
  const { secret } = await enterAs({ username: 'both', password: PASSWORD, usesApp: true });
  await plugIn(page, 'usb');
  await addKey(page);
  await signIn(page, 'both');
  await expectScreen(page, 'Security key');
  await press(page, 'Use another method');
  await expectScreen(page, 'Authentication code');
  await press(page, 'Use another method');
  await expectScreen(page, 'Security key');
  await press(page, 'Use security key');
  await expectScreen(page, 'Trust this browser?');
  await press(page, 'Back');
  await expectScreen(page, 'Sign in');

  await signIn(page, 'both');
  await press(page, 'Use another method');
  for (const status of [400, 400, 400]) {
    await enterCode(page, '000000');
    await expect(page.getByText('The passcode provided was not correct.')).toBeVisible();
    await expectRefusals(pageFaults, [status]);
    await expect(page.locator('input[name="passcode0"]')).toHaveValue('');
  }
  await enterCode(page, createOneTimeCode(secret, Date.now() + STEP_MS));
  await expect(page.getByText('Too many requests have been made.')).toBeVisible();
  await expectRefusals(pageFaults, [429]);
});

test('[IDP-08, IDP-16, IDP-18] a key that is not there, or not supported, leads back with a word', async ({
  page,
  pageFaults,
  enterAs,
}) => {
  await enterAs({ username: 'key_lost', password: PASSWORD });
  const key = await plugIn(page, 'usb');
  await addKey(page);
  await key.clear();
  await signIn(page, 'key_lost');
  await press(page, 'Use security key');
  await expectScreen(page, 'Security key');
  await expect(page.getByRole('button', { name: 'Use security key' })).toBeEnabled();

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await signIn(page, 'key_lost');
  await expectScreen(page, 'Security key');
  await press(page, 'Use security key');
  await expect(page.getByText('does not support this feature')).toBeVisible();
  await expectRefusals(pageFaults, [401]);
});

test('[IDP-09] a second factor may be left for later', async ({ page }) => {
  await signUp(page, 'no_factor');
  await press(page, 'Skip');
  await expectSignedIn(page);
});
