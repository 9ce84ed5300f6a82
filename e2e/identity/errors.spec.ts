import { expect } from '@playwright/test';
import {
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

/** Refusals of whole flows that need a fault or a day's wait: code, status and what is shown. */
const REFUSALS: [string, number, string][] = [
  ['flow_expired_error', 410, 'The session has expired, please click the button to restart.'],
  ['technical_error', 500, 'A technical error has occurred. Please try again later.'],
  ['operation_not_permitted_error', 403, 'The operation is not permitted.'],
  ['flow_discontinuity_error', 500, 'The process cannot be continued due to user settings'],
];

test.use({
  switches: {
    email: { optional: true },
    password: { acquireOnRegistration: 'always', optional: false },
    passkey: { enabled: false },
    mfa: { enabled: false },
    privacy: { showAccountExistenceHints: true },
  },
});

const PASSWORD = 'maple-tram-42';

test('[IDP-12, IDP-16] a flow that is refused says why, and continue begins anew', async ({
  page,
  pageFaults,
  register,
}) => {
  await register({ email: 'refused@example.org', password: PASSWORD });
  await openSignIn(page);
  for (const [code, status, text] of REFUSALS) {
    const error = { code, message: code };
    await page.route(/continue_with_login_identifier/, (route) =>
      route.fulfill({
        status,
        json: { name: 'error', status, csrf_token: '', actions: {}, error, links: null },
      }),
    );
    await submit(page, { 'Email or username': 'refused@example.org' });
    await expectScreen(page, 'An error has occurred');
    await expect(page.getByText(text)).toBeVisible();
    await expectRefusals(pageFaults, [status]);
    await page.unroute(/continue_with_login_identifier/);
    await press(page, 'Continue');
    await expectScreen(page, 'Sign in');
    await page.waitForTimeout(700);
  }
  await submit(page, { 'Email or username': 'refused@example.org' });
  await expectScreen(page, 'Select login method');
});

test('[IDP-02, IDP-12, IDP-16, IDP-17] usernames are checked, and success goes on by itself', async ({
  page,
  pageFaults,
}) => {
  const username = 'Username (optional)';
  await openSignUp(page);
  await submit(page, { [username]: 'no spaces!' });
  await expect(page.getByText('must contain only letters, numbers, and')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await expect(page.getByLabel(username)).toHaveAttribute('maxlength', '32');
  await submit(page, { [username]: 'taken_name' });
  await submit(page, { 'New password': PASSWORD });
  await expectSignedIn(page);
  await forgetSignIn(page);
  await openSignUp(page);
  await submit(page, { [username]: 'taken_name' });
  await expect(page.getByText('The username is already taken.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  // The browser counts the blanks, the server does not.
  await submit(page, { [username]: 'a  ' });
  await expect(page.getByText('The value is too short.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
});

test('[IDP-01, IDP-16, IDP-17] what is neither an address nor a name of somebody known is refused', async ({
  page,
  pageFaults,
  register,
}) => {
  const refusals: [string, string][] = [
    ['nobody_here', 'The username is unknown.'],
    ['nobody@example.org', 'The email address is unknown.'],
    ['not@an@address', 'The entered value is invalid.'],
    ['   ', 'The value is missing.'],
  ];
  await register({ email: 'taken@example.org', password: PASSWORD });
  await openSignIn(page);
  for (const [identifier, text] of refusals) {
    await submit(page, { 'Email or username': identifier });
    await expect(page.getByText(text)).toBeVisible();
    await expectRefusals(pageFaults, [400]);
  }
  await openSignUp(page);
  await submit(page, { 'Email (optional)': 'taken@example.org' });
  await expect(page.getByText('The email is already taken.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  const email = page.getByLabel('Email (optional)');
  await submit(page, { 'Email (optional)': '12345' });
  await expectScreen(page, 'Create account');
  expect(await email.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
});
