import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import { createOneTimeCode } from './create-one-time-code.ts';
import {
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openSignIn,
  openSignUp,
  plugIn,
  press,
  submit,
  test,
} from './support.ts';

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

async function enterPassword(page: Page, username: string): Promise<void> {
  await forgetSignIn(page);
  await openSignIn(page);
  await submit(page, { Username: username });
  await expectScreen(page, 'Enter password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
}

/** Sets the authenticator app up with the secret that the screen shows. */
async function setUpApp(page: Page): Promise<string> {
  await press(page, 'Authenticator app');
  await expectScreen(page, 'Set up authenticator app');
  const image = page.getByRole('img', { name: 'QR-Code' });
  await expect(image).toHaveAttribute('src', /^data:image\/png;base64,/);
  const width = await image.evaluate((picture: HTMLImageElement) => picture.naturalWidth);
  expect(width).toBeGreaterThan(100);
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await enterCode(page, createOneTimeCode(secret, Date.now()));
  await expectSignedIn(page);
  return secret;
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
  const shown = await page.getByText(/^[A-Z2-7]{32}$/).textContent();
  const secretLine = page.locator('section').filter({ hasText: /^OTP secret key\s*$/ });
  await secretLine.locator('svg').click();
  await expect(page.getByText('- copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await enterCode(page, '000000');
  await expect(page.getByText('The passcode provided was not correct.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await expect(page.locator('input[name="passcode0"]')).toHaveValue('');
  await press(page, 'Back');
  await expectScreen(page, 'Set up MFA');
  const secret = await setUpApp(page);

  await enterPassword(page, 'app_user');
  await expectScreen(page, 'Authentication code');
  await enterCode(page, '000000');
  await expect(page.getByText('The passcode provided was not correct.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  // The code of the set-up does not count twice; the next one is accepted early.
  await enterCode(page, createOneTimeCode(secret, Date.now() + STEP_MS));
  await expectScreen(page, 'Trust this browser?');
  await press(page, 'Trust this browser');
  await expectSignedIn(page);

  await enterPassword(page, 'app_user');
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
  expect(await key.countKeys()).toBe(1);

  for (let times = 0; times < 2; times += 1) {
    await enterPassword(page, 'key_user');
    await expectScreen(page, 'Security key');
    await press(page, 'Use security key');
    await expectScreen(page, 'Trust this browser?');
    await press(page, 'Skip');
    await expectSignedIn(page);
  }
});

test('[IDP-09] a second factor may be left for later', async ({ page }) => {
  await signUp(page, 'no_factor');
  await press(page, 'Skip');
  await expectSignedIn(page);
});
