import { expect } from '@playwright/test';
import { createOneTimeCode } from '../support/create-one-time-code.ts';
import { plugIn } from './support/plug-in.ts';
import { test } from './support/test.ts';

const PASSWORD = 'maple-tram-42';
const STEP_MS = 30_000;

test.use({
  switches: {
    email: { optional: true, acquireOnLogin: false, requireVerification: false, limit: 2 },
    username: { acquireOnRegistration: true },
    privacy: { onlyShowActualLoginMethods: true },
    mfa: { acquireOnRegistration: true, deviceTrustPolicy: 'always' },
  },
});

test('[IDP-13] addresses that nobody has verified are proved later, and there is a limit to them', async ({
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: 'unproved@example.org' });
  await accountPage.open();
  await accountPage.unfold('Add email');
  await accountPage.save('New email address', 'later@example.org');
  const line = accountPage.line('later@');
  await expect(line).toContainText('- unverified');
  await expect(accountPage.line('Add email')).toHaveCount(0);
  await line.click();
  await accountPage.pressUnfolded('Verify');
  await widget.expectScreen('Enter passcode');
  await widget.enterMailedCode('later@example.org');
  await widget.expectScreen('Emails');
  await expect(line).not.toContainText('unverified');
});

test('[IDP-06] where only what somebody has is offered, the one way in needs no choice', async ({
  register,
  widget,
}) => {
  await register({ email: 'one_way@example.org' });
  await widget.openSignIn();
  await widget.enterName('one_way@example.org');
  await widget.expectScreen('Enter passcode');
  await widget.enterMailedCode('one_way@example.org');
  await widget.expectSignedIn();
});

test('[IDP-06, IDP-12, IDP-16] whose only passkey this browser cannot use is told so, and begins anew', async ({
  page,
  browser,
  product,
  pageFaults,
  widget,
  widgetOn,
}) => {
  await plugIn(page, 'internal');
  await widget.openSignUp();
  await widget.submit({ 'Username (optional)': 'only_passkey' });
  await widget.press('Passkey');
  await widget.press('Create a passkey');
  await widget.press('Skip');
  await widget.expectSignedIn();

  const other = await browser.newContext({ baseURL: product.url });
  await other.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  const there = await other.newPage();
  const elsewhere = widgetOn(there);
  await elsewhere.openSignIn();
  const refused = there.waitForResponse(/continue_with_login_identifier/);
  await elsewhere.enterName('only_passkey');
  expect((await refused).status()).toBe(500);
  await elsewhere.expectScreen('An error has occurred');
  await elsewhere.expectText('The process cannot be continued due to user settings');
  await elsewhere.press('Continue');
  await elsewhere.expectScreen('Sign in');
  await other.close();
  expect(pageFaults).toEqual([]);
});

test('[IDP-11] where the policy is always, a browser is trusted without being asked', async ({
  register,
  widget,
}) => {
  const person = { username: 'trusted', password: PASSWORD };
  const { secret } = await register({ ...person, usesApp: true });
  await widget.enterPassword({ name: person.username, password: PASSWORD });
  await widget.expectScreen('Authentication code');
  // The code of the set-up does not count twice; the next one is accepted early.
  await widget.enterCode(createOneTimeCode(secret, Date.now() + STEP_MS));
  await widget.expectSignedIn();
  await widget.forgetSignIn();
  await widget.enterPassword({ name: person.username, password: PASSWORD });
  await widget.expectSignedIn();
});
