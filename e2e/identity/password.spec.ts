import { expect } from '@playwright/test';
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
  widget,
}) => {
  const email = 'format@example.org';
  await widget.signUpByCode(email);
  await widget.expectScreen('Set new password');
  await widget.expectText('Must be between 10 and 72 characters long.');
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toHaveAttribute('minlength', '10');
  await expect(field).toHaveAttribute('maxlength', '72');
  await field.pressSequentially('too-short');
  await widget.press('Continue');
  await widget.expectScreen('Set new password');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await field.pressSequentially('x'.repeat(72));
  expect((await field.inputValue()).length).toBe(72);
  await widget.press('Continue');
  await widget.expectSignedIn();
});

test('[IDP-05, IDP-16] a password that everybody knows is refused, one of 72 characters is not', async ({
  widget,
}) => {
  const email = 'refuses@example.org';
  await widget.signUpByCode(email);
  await widget.submit({ 'New password': 'password123' });
  await widget.expectRefusal('The entered value is invalid.', 400);
  await widget.submit({
    'New password': 'Jörg läuft täglich früh über die Brücken zum großen Öltank, fünf Ähren x',
  });
  await widget.expectSignedIn();
});

test('[IDP-04, IDP-16] a sixth password within a minute is not looked at', async ({
  register,
  widget,
}) => {
  const email = 'guessed@example.org';
  await register({ email, password: PASSWORD });
  await widget.enterPassword({ label: 'Email', name: email, password: 'not-the-password' });
  for (let tries = 2; tries <= 6; tries += 1) {
    await widget.expectRefusal('The entered value is invalid.', 400);
    await widget.sendPassword(`guess-number-${tries}`);
  }
  await widget.expectRefusal('Too many requests have been made.', 429);
});

test('[IDP-04, IDP-05, IDP-06, IDP-16] a password signs in, and a forgotten one is replaced', async ({
  page,
  register,
  widget,
}) => {
  const email = 'forgets@example.org';
  const choosePassword = async () => {
    await widget.forgetSignIn();
    await widget.openSignIn();
    await widget.submit({ Email: email });
    await widget.expectScreen('Select login method');
    await widget.press('Password');
    await widget.expectScreen('Enter password');
  };
  await register({ email, password: PASSWORD });

  await choosePassword();
  await widget.sendPassword('not-the-password');
  await widget.expectRefusal('The entered value is invalid.', 400);
  await widget.press('Choose another method');
  await widget.expectScreen('Select login method');
  await expect(page.getByRole('button', { name: 'Passcode', exact: true })).toBeVisible();
  await widget.press('Password');
  await widget.sendPassword(PASSWORD);
  await widget.expectSignedIn();

  await choosePassword();
  await widget.press('Forgot your password?');
  await widget.enterMailedCode(email);
  await widget.expectScreen('Set new password');
  await widget.expectText('Must be between 10 and 72 characters long.');
  await widget.submit({ 'New password': NEW_PASSWORD });
  await widget.expectSignedIn();

  await choosePassword();
  await widget.sendPassword(PASSWORD);
  await widget.expectRefusal('The entered value is invalid.', 400);
  await widget.sendPassword(NEW_PASSWORD);
  await widget.expectSignedIn();
});

test('[IDP-04, IDP-06] the chooser leads to a passcode as well, and every step back', async ({
  register,
  widget,
}) => {
  const email = 'chooses@example.org';
  await register({ email, password: PASSWORD });
  await widget.openSignIn();
  await widget.submit({ Email: email });
  await widget.press('Back');
  await widget.expectFirstScreen('Sign in');
  await widget.submit({ Email: email });
  await widget.press('Password');
  await widget.expectScreen('Enter password');
  await widget.press('Back');
  await widget.expectScreen('Select login method');
  await widget.press('Passcode');
  await widget.expectScreen('Enter passcode');
  await widget.enterMailedCode(email);
  await widget.expectSignedIn();
});
