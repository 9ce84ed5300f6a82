import { expect } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import {
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openSignIn,
  openSignUp,
  press,
  submit,
  test,
} from './support.ts';

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

test('[IDP-04, IDP-05, IDP-06, IDP-16] a password signs in, and a forgotten one is replaced', async ({
  page,
  product,
  pageFaults,
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
  await openSignUp(page);
  await submit(page, { Email: email });
  const code = await product.readCode(email);
  await enterCode(page, code);
  await submit(page, { 'New password': PASSWORD });
  await expectSignedIn(page);

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

test('[IDP-06] the chooser leads to a passcode as well, and back', async ({ page, product }) => {
  const email = 'chooses@example.org';
  await openSignUp(page);
  await submit(page, { Email: email });
  const code = await product.readCode(email);
  await enterCode(page, code);
  await submit(page, { 'New password': PASSWORD });
  await expectSignedIn(page);
  await forgetSignIn(page);
  await openSignIn(page);
  await submit(page, { Email: email });
  await press(page, 'Back');
  await expectScreen(page, 'Sign in');
  await page.waitForTimeout(700);
  await submit(page, { Email: email });
  await press(page, 'Passcode');
  await expectScreen(page, 'Enter passcode');
  await enterCode(page, await product.readCode(email, { after: code }));
  await expectSignedIn(page);
});
