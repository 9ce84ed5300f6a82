import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test.use({
  switches: {
    email: { optional: true },
    username: { acquireOnRegistration: true },
    password: { acquireOnRegistration: 'always', optional: false },
    passkey: { enabled: false },
    mfa: { enabled: false },
    privacy: { showAccountExistenceHints: true },
  },
});

const PASSWORD = 'maple-tram-42';
const DAY_MS = 24 * 60 * 60_000;

test('[IDP-12, IDP-16] a flow that is refused says why, and continue begins anew', async ({
  page,
  product,
  register,
  widget,
  moveClock,
}) => {
  const email = 'refused@example.org';
  const expectRefusedFlow = async (text: string, status: number) => {
    await widget.expectScreen('An error has occurred');
    await widget.expectRefusal(text, status);
    await widget.press('Continue');
    await widget.expectFirstScreen('Sign in');
  };
  await register({ email, password: PASSWORD });
  await widget.openSignIn();
  await moveClock(DAY_MS);
  await widget.enterName(email);
  await expectRefusedFlow('The session has expired, please click the button to restart.', 410);

  await widget.enterName(email);
  await product.withoutMail(async () => {
    await widget.press('Passcode');
    await expectRefusedFlow('A technical error has occurred. Please try again later.', 500);
  });

  await page.route(/continue_with_login_identifier/, (route, request) => {
    const { input_data } = request.postDataJSON() as { input_data: object };
    return route.continue({ postData: { input_data, csrf_token: 'of somebody else' } });
  });
  await widget.enterName(email);
  await expectRefusedFlow('The operation is not permitted.', 403);
  await page.unroute(/continue_with_login_identifier/);

  await widget.enterName(email);
  await widget.press('Passcode');
  await widget.enterMailedCode(email);
  await widget.expectSignedIn();
});

test('[IDP-02, IDP-12, IDP-16, IDP-17] usernames are checked, and success goes on by itself', async ({
  page,
  widget,
}) => {
  const username = 'Username (optional)';
  await widget.openSignUp();
  await widget.submit({ [username]: 'no spaces!' });
  await widget.expectRefusal('must contain only letters, numbers, and', 400);
  await expect(page.getByLabel(username)).toHaveAttribute('maxlength', '32');
  await widget.submit({ [username]: 'taken_name' });
  await widget.submit({ 'New password': PASSWORD });
  await widget.expectSignedIn();
  await widget.forgetSignIn();
  await widget.openSignUp();
  await widget.submit({ [username]: 'taken_name' });
  await widget.expectRefusal('The username is already taken.', 400);
  // The browser counts the blanks, the server does not.
  await widget.submit({ [username]: 'a  ' });
  await widget.expectRefusal('The value is too short.', 400);
});

test('[IDP-01, IDP-16, IDP-17] what is neither an address nor a name of somebody known is refused', async ({
  page,
  register,
  widget,
}) => {
  const refusals: [string, string][] = [
    ['nobody_here', 'The username is unknown.'],
    ['nobody@example.org', 'The email address is unknown.'],
    ['not@an@address', 'The entered value is invalid.'],
    ['   ', 'The value is missing.'],
  ];
  await register({ email: 'taken@example.org', password: PASSWORD });
  await widget.openSignIn();
  for (const [identifier, text] of refusals) {
    await widget.enterName(identifier);
    await widget.expectRefusal(text, 400);
  }
  await widget.openSignUp();
  await widget.submit({ 'Email (optional)': 'taken@example.org' });
  await widget.expectRefusal('The email is already taken.', 400);
  const email = page.getByLabel('Email (optional)');
  await widget.submit({ 'Email (optional)': '12345' });
  await widget.expectScreen('Create account');
  expect(await email.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
});
