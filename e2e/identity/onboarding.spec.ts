import { expect } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import { plugIn } from './support/plug-in.ts';
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

test.use({
  switches: {
    email: { optional: true, acquireOnLogin: true },
    username: { optional: true, acquireOnLogin: true },
    password: { acquireOnRegistration: 'conditional' },
    passkey: { acquireOnRegistration: 'conditional' },
    mfa: { enabled: false },
  },
});

test('[IDP-10, IDP-16, IDP-17] a bare account chooses a passkey, and gives its username at the next sign-in', async ({
  page,
  product,
  pageFaults,
}) => {
  const email = 'bare@example.org';
  const device = await plugIn(page, 'internal');
  await openSignUp(page);
  await submit(page, { 'Email (optional)': email });
  const code = await product.readCode(email);
  await enterCode(page, code);
  await expectScreen(page, 'Set up login method');
  await press(page, 'Passkey');
  await expectScreen(page, 'Create a passkey');
  await press(page, 'Back');
  await expectScreen(page, 'Set up login method');
  await press(page, 'Passkey');
  await press(page, 'Create a passkey');
  await expectSignedIn(page);

  await device.setPresence(false);
  await forgetSignIn(page);
  await openSignIn(page);
  await submit(page, { 'Email or username': email });
  await press(page, 'Passcode');
  await enterCode(page, await product.readCode(email, { after: code }));
  await expectScreen(page, 'Enter a new username');
  await submit(page, { Username: 'not-allowed' });
  await expect(page.getByText('must contain only letters, numbers, and')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await submit(page, { Username: 'bare_1' });
  await expectSignedIn(page);
});

test('[IDP-04, IDP-10, IDP-17] an account without address chooses a password, and gives an address at the next sign-in', async ({
  page,
  product,
}) => {
  const email = 'second_thought@example.org';
  await openSignUp(page);
  await submit(page, { 'Username (optional)': 'nameless' });
  await expectScreen(page, 'Set up login method');
  await press(page, 'Password');
  await submit(page, { 'New password': PASSWORD });
  await expectSignedIn(page);

  await forgetSignIn(page);
  await openSignIn(page);
  await submit(page, { 'Email or username': 'nameless' });
  await expectScreen(page, 'Enter password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign in');
  await expectScreen(page, 'Enter a new email');
  const field = page.getByLabel('Email', { exact: true });
  await submit(page, { Email: '12345' });
  await expectScreen(page, 'Enter a new email');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  await submit(page, { Email: email });
  await enterCode(page, await product.readCode(email));
  await expectSignedIn(page);
});

test('[IDP-10, IDP-16] an address of somebody else leads nowhere, and a username of theirs is refused', async ({
  page,
  product,
  pageFaults,
  register,
}) => {
  const email = 'owner@example.org';
  const { code } = await register({ email, username: 'the_owner', password: PASSWORD });
  await register({ username: 'the_other', password: PASSWORD });
  await enterPassword(page, {
    label: 'Email or username',
    name: 'the_other',
    password: PASSWORD,
  });
  await submit(page, { Email: email });
  await expectScreen(page, 'Enter passcode');
  await enterCode(page, code);
  await expect(page.getByText('The passcode provided was not correct.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await press(page, 'Back');
  await expectScreen(page, 'Enter a new email');

  const bare = 'wants_name@example.org';
  const { code: first } = await register({ email: bare });
  await openSignIn(page);
  await submit(page, { 'Email or username': bare });
  await press(page, 'Passcode');
  await enterCode(page, await product.readCode(bare, { after: first }));
  await submit(page, { Username: 'the_owner' });
  await expect(page.getByText('The username is already taken.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
});

test('[IDP-10] credential, username and address may be left for later', async ({
  page,
  product,
  register,
}) => {
  const email = 'skips@example.org';
  await openSignUp(page);
  await submit(page, { 'Email (optional)': email });
  const code = await product.readCode(email);
  await enterCode(page, code);
  await expectScreen(page, 'Set up login method');
  await press(page, 'Skip');
  await expectSignedIn(page);
  await forgetSignIn(page);
  await openSignIn(page);
  await submit(page, { 'Email or username': email });
  await press(page, 'Passcode');
  await enterCode(page, await product.readCode(email, { after: code }));
  await expectScreen(page, 'Enter a new username');
  await press(page, 'Skip');
  await expectSignedIn(page);

  await forgetSignIn(page);
  await register({ username: 'no_address', password: PASSWORD });
  const somebody = { name: 'no_address', password: PASSWORD };
  await enterPassword(page, { label: 'Email or username', ...somebody });
  await expectScreen(page, 'Enter a new email');
  await press(page, 'Skip');
  await expectSignedIn(page);
});
