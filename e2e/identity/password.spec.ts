import { expect } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import {
  enterPassword,
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openSignIn,
  openSignUp,
  press,
  submit,
} from './support/steps.ts';
import { test } from './support/test.ts';

const PASSWORD = 'maple-tram-42';
const NEW_PASSWORD = 'cedar-ferry-17';

test.use({
  switches: {
    username: { enabled: false },
    password: { minLength: 10, optional: false, acquireOnRegistration: 'always' },
    passkey: { enabled: false },
    mfa: { enabled: false },
  },
});

test('[IDP-05] a new password shows its format, and is held to the minimum of the server', async ({
  page,
  product,
}) => {
  const email = 'format@example.org';
  await openSignUp(page);
  await submit(page, { Email: email });
  await enterCode(page, await product.readCode(email));
  await expectScreen(page, 'Set new password');
  await expect(page.getByText('Must be between 10 and 72 characters long.')).toBeVisible();
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toHaveAttribute('minlength', '10');
  await expect(field).toHaveAttribute('maxlength', '72');
  await field.pressSequentially('too-short');
  await press(page, 'Continue');
  await expectScreen(page, 'Set new password');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await field.pressSequentially('x'.repeat(72));
  expect((await field.inputValue()).length).toBe(72);
  await press(page, 'Continue');
  await expectSignedIn(page);
});

test('[IDP-05, IDP-16] a password that everybody knows, or of more than 72 bytes, is refused', async ({
  page,
  product,
  pageFaults,
}) => {
  const email = 'refuses@example.org';
  await openSignUp(page);
  await submit(page, { Email: email });
  await enterCode(page, await product.readCode(email));
  await submit(page, { 'New password': 'password123' });
  await expect(page.getByText('The entered value is invalid.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await submit(page, { 'New password': 'ü'.repeat(37) });
  await expect(page.getByText('Value is too long.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
});

test('[IDP-04, IDP-16] a sixth password within a minute is not looked at', async ({
  page,
  pageFaults,
  register,
}) => {
  const email = 'guessed@example.org';
  await register({ email, password: PASSWORD });
  await enterPassword(page, { label: 'Email', name: email, password: 'not-the-password' });
  for (let tries = 2; tries <= 6; tries += 1) {
    await expect(page.getByText('The entered value is invalid.')).toBeVisible();
    await expectRefusals(pageFaults, [400]);
    await page.getByLabel('Password', { exact: true }).fill(`guess-number-${tries}`);
    await press(page, 'Sign in');
  }
  await expect(page.getByText('Too many requests have been made.')).toBeVisible();
  await expectRefusals(pageFaults, [429]);
});

test('[IDP-04, IDP-05, IDP-06, IDP-16] a password signs in, and a forgotten one is replaced', async ({
  page,
  product,
  pageFaults,
  register,
}) => {
  const email = 'forgets@example.org';
  const choosePassword = async () => {
    await forgetSignIn(page);
    await openSignIn(page);
    await submit(page, { Email: email });
    await expectScreen(page, 'Select login method');
    await press(page, 'Password');
    await expectScreen(page, 'Enter password');
  };
  const enter = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Sign in');
  };
  const { code } = await register({ email, password: PASSWORD });

  await choosePassword();
  await enter('not-the-password');
  await expect(page.getByText('The entered value is invalid.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await press(page, 'Choose another method');
  await expectScreen(page, 'Select login method');
  await expect(page.getByRole('button', { name: 'Passcode', exact: true })).toBeVisible();
  await press(page, 'Password');
  await enter(PASSWORD);
  await expectSignedIn(page);

  await choosePassword();
  await press(page, 'Forgot your password?');
  await enterCode(page, await product.readCode(email, { after: code }));
  await expectScreen(page, 'Set new password');
  await expect(page.getByText('Must be between 10 and 72 characters long.')).toBeVisible();
  await submit(page, { 'New password': NEW_PASSWORD });
  await expectSignedIn(page);

  await choosePassword();
  await enter(PASSWORD);
  await expect(page.getByText('The entered value is invalid.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await enter(NEW_PASSWORD);
  await expectSignedIn(page);
});

test('[IDP-04, IDP-06] the chooser leads to a passcode as well, and every step back', async ({
  page,
  product,
  register,
}) => {
  const email = 'chooses@example.org';
  const { code } = await register({ email, password: PASSWORD });
  await openSignIn(page);
  await submit(page, { Email: email });
  await press(page, 'Back');
  await expectScreen(page, 'Sign in');
  await page.waitForTimeout(700);
  await submit(page, { Email: email });
  await press(page, 'Password');
  await expectScreen(page, 'Enter password');
  await press(page, 'Back');
  await expectScreen(page, 'Select login method');
  await press(page, 'Passcode');
  await expectScreen(page, 'Enter passcode');
  await enterCode(page, await product.readCode(email, { after: code }));
  await expectSignedIn(page);
});
