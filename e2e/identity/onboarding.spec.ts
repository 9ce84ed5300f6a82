import { expect } from '@playwright/test';
import { plugIn } from './support/plug-in.ts';
import { test } from './support/test.ts';

const PASSWORD = 'maple-tram-42';

test.use({
  switches: {
    email: { optional: true, acquireOnLogin: true },
    username: { optional: true, acquireOnRegistration: true, acquireOnLogin: true },
    password: { acquireOnRegistration: 'conditional' },
    passkey: { acquireOnRegistration: 'conditional' },
    mfa: { enabled: false },
  },
});

test('[IDP-10, IDP-16, IDP-17] a bare account chooses a passkey, and gives its username at the next sign-in', async ({
  page,
  widget,
}) => {
  const email = 'bare@example.org';
  const device = await plugIn(page, 'internal');
  await widget.signUpByCode(email, 'Email (optional)');
  await widget.expectScreen('Set up login method');
  await widget.press('Passkey');
  await widget.expectScreen('Create a passkey');
  await widget.press('Back');
  await widget.expectScreen('Set up login method');
  await widget.press('Passkey');
  await widget.press('Create a passkey');
  await widget.expectSignedIn();

  await device.setPresence(false);
  await widget.forgetSignIn();
  await widget.openSignIn();
  await widget.enterName(email);
  await widget.press('Passcode');
  await widget.enterMailedCode(email);
  await widget.expectScreen('Enter a new username');
  await widget.submit({ Username: 'not-allowed' });
  await widget.expectRefusal('must contain only letters, numbers, and', 400);
  await widget.submit({ Username: 'bare_1' });
  await widget.expectSignedIn();
});

test('[IDP-04, IDP-10, IDP-17] an account without address chooses a password, and gives an address at the next sign-in', async ({
  page,
  widget,
}) => {
  const email = 'second_thought@example.org';
  await widget.openSignUp();
  await widget.submit({ 'Username (optional)': 'nameless' });
  await widget.expectScreen('Set up login method');
  await widget.press('Password');
  await widget.submit({ 'New password': PASSWORD });
  await widget.expectSignedIn();

  await widget.forgetSignIn();
  await widget.openSignIn();
  await widget.enterName('nameless');
  await widget.expectScreen('Enter password');
  await widget.sendPassword(PASSWORD);
  await widget.expectScreen('Enter a new email');
  const field = page.getByLabel('Email', { exact: true });
  await widget.submit({ Email: '12345' });
  await widget.expectScreen('Enter a new email');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  await widget.submit({ Email: email });
  await widget.enterMailedCode(email);
  await widget.expectSignedIn();
});

test('[IDP-10, IDP-16] an address of somebody else leads nowhere, and a username of theirs is refused', async ({
  register,
  widget,
}) => {
  const email = 'owner@example.org';
  const { code } = await register({ email, username: 'the_owner', password: PASSWORD });
  await register({ username: 'the_other', password: PASSWORD });
  await widget.enterPassword({ name: 'the_other', password: PASSWORD });
  await widget.submit({ Email: email });
  await widget.expectScreen('Enter passcode');
  await widget.enterCode(code);
  await widget.expectRefusal('The passcode provided was not correct.', 400);
  await widget.press('Back');
  await widget.expectScreen('Enter a new email');

  const bare = 'wants_name@example.org';
  await register({ email: bare });
  await widget.openSignIn();
  await widget.enterName(bare);
  await widget.press('Passcode');
  await widget.enterMailedCode(bare);
  await widget.submit({ Username: 'the_owner' });
  await widget.expectRefusal('The username is already taken.', 400);
});

test('[IDP-10] credential, username and address may be left for later', async ({
  register,
  widget,
}) => {
  const email = 'skips@example.org';
  await widget.signUpByCode(email, 'Email (optional)');
  await widget.expectScreen('Set up login method');
  await widget.press('Skip');
  await widget.expectSignedIn();
  await widget.forgetSignIn();
  await widget.openSignIn();
  await widget.enterName(email);
  await widget.press('Passcode');
  await widget.enterMailedCode(email);
  await widget.expectScreen('Enter a new username');
  await widget.press('Skip');
  await widget.expectSignedIn();

  await widget.forgetSignIn();
  await register({ username: 'no_address', password: PASSWORD });
  await widget.enterPassword({ name: 'no_address', password: PASSWORD });
  await widget.expectScreen('Enter a new email');
  await widget.press('Skip');
  await widget.expectSignedIn();
});
