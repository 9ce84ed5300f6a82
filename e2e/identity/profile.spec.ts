import { expect, type Locator, type Page } from '@playwright/test';
import { createOneTimeCode } from '../support/create-one-time-code.ts';
import { createAccountPage } from './support/account-page.ts';
import { plugIn } from './support/plug-in.ts';
import { test } from './support/test.ts';

const PASSWORD = 'maple-tram-42';

test.use({
  switches: {
    username: { acquireOnRegistration: true },
    password: { minLength: 10 },
    passkey: { acquireOnRegistration: 'never' },
  },
});

test('[IDP-13, IDP-16] an address is added, verified, made the primary one and deleted', async ({
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: 'first@example.org' });
  await accountPage.open();
  await expect(accountPage.line('first@')).toContainText('primary');
  await accountPage.unfold('Add email');
  await accountPage.save('New email address', 'first@example.org');
  await widget.expectRefusal('The email is already taken.', 400);
  await accountPage.save('New email address', 'second@example.org');
  await widget.expectScreen('Enter passcode');
  await widget.press('Back');
  await widget.expectScreen('Emails');
  await expect(accountPage.line('second@')).toHaveCount(0);
  await accountPage.unfold('Add email');
  await accountPage.save('New email address', 'second@example.org');
  await widget.enterMailedCode('second@example.org');
  await widget.expectScreen('Emails');
  await accountPage.choose('second@', 'Set as primary');
  await expect(accountPage.line('second@')).toContainText('primary');
  await accountPage.choose('first@', 'Delete');
  await accountPage.pressUnfolded('no');
  await accountPage.pressAndConfirm('Delete');
  await expect(accountPage.line('first@')).toHaveCount(0);
});

test('[IDP-13, IDP-16, IDP-17] a username is set, changed and deleted, within what the server allows', async ({
  page,
  register,
  enterAs,
  widget,
  accountPage,
}) => {
  await register({ email: 'neighbour@example.org', username: 'neighbour' });
  await enterAs({ email: 'named@example.org' });
  await accountPage.open();
  await accountPage.unfold('Set username');
  const field = page.getByLabel('Username', { exact: true });
  await field.pressSequentially('ab');
  await field.press('Enter');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await accountPage.save('Username', 'no spaces');
  await widget.expectText('must contain only letters, numbers, and');
  await accountPage.save('Username', 'neighbour');
  await widget.expectText('The username is already taken.');
  await widget.expectRefusals(400, 400);
  await accountPage.save('Username', 'named_1');
  await expect(page.getByText('named_1', { exact: true })).toBeVisible();
  await accountPage.unfold('Change username');
  await accountPage.save('Username', 'named_2');
  await expect(page.getByText('named_2', { exact: true })).toBeVisible();
  await accountPage.unfold('Change username');
  await accountPage.pressAndConfirm('Delete');
  await expect(accountPage.line('Set username')).toBeVisible();
  await expect(page.getByText('named_2', { exact: true })).toHaveCount(0);
});

test('[IDP-05, IDP-13, IDP-16] a password is set, changed and deleted', async ({
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: 'secret@example.org' });
  await accountPage.open();
  await accountPage.unfold('Set password');
  await widget.expectText('Must be between 10 and 72 characters long.');
  await accountPage.save('New password', 'password123');
  await widget.expectRefusal('The entered value is invalid.', 400);
  await accountPage.save('New password', PASSWORD);
  await accountPage.unfold('Change password');
  await accountPage.save('New password', 'cedar-ferry-17');
  // Saved: the field is emptied, and the entry folded.
  await expect(accountPage.unfolded).toHaveCount(0);
  await widget.forgetSignIn();
  await widget.enterPassword({ name: 'secret@example.org', password: PASSWORD });
  await widget.expectRefusal('The entered value is invalid.', 400);
  await widget.sendPassword('cedar-ferry-17');
  await widget.expectSignedIn();
  await accountPage.open();
  await accountPage.unfold('Change password');
  await accountPage.pressAndConfirm('Delete');
  await expect(accountPage.line('Set password')).toBeVisible();
});

test('[IDP-13, IDP-16] a passkey is made once on a device, renamed with 3 to 32 characters, and deleted', async ({
  page,
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: 'passkey@example.org' });
  await plugIn(page, 'internal');
  await accountPage.open();
  await accountPage.choose('Create a passkey', 'Create a passkey');
  const entry = page.locator('label[for="passkey-edit-dropdown-0"]');
  await expect(entry).toHaveText(/^Passkey-/);
  // The widget says why at once, and goes back.
  const isBack = page.waitForResponse(/\/identity\/profile\?action=back/);
  await accountPage.choose('Create a passkey', 'Create a passkey');
  await widget.expectText('the device is already registered');
  await isBack;
  await accountPage.open('Passkeys');
  await expect(page.locator('label[for="passkey-edit-dropdown-1"]')).toHaveCount(0);
  await entry.click();
  await accountPage.pressUnfolded('Rename');
  await widget.expectScreen('Rename passkey');
  const field = page.getByLabel('New passkey name');
  await expect(field).toHaveAttribute('minlength', '3');
  await expect(field).toHaveAttribute('maxlength', '32');
  await field.fill('');
  await field.pressSequentially('ab');
  await widget.press('Save');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await widget.press('Back');
  await widget.expectScreen('Passkeys');
  await entry.click();
  await accountPage.pressUnfolded('Rename');
  await field.fill('My laptop');
  await widget.press('Save');
  await expect(entry).toHaveText('My laptop');
  await entry.click();
  await accountPage.pressAndConfirm('Delete');
  await expect(entry).toHaveCount(0);
});

test('[IDP-08, IDP-13, IDP-16] a security key is added, renamed, is no passkey, and is deleted', async ({
  page,
  enterAs,
  widget,
  accountPage,
}) => {
  const email = 'key@example.org';
  await enterAs({ email });
  const key = await plugIn(page, 'usb');
  await accountPage.open();
  await accountPage.choose('Add a security key', 'Add a security key');
  const entry = page.locator('label[for="security-key-edit-dropdown-0"]');
  await expect(entry).toHaveText(/^SecurityKey-/);
  await entry.click();
  await accountPage.pressUnfolded('Rename');
  await widget.expectScreen('Rename security key');
  await page.getByLabel('New security key name').fill('On my keyring');
  await widget.press('Save');
  await expect(entry).toHaveText('On my keyring');

  // Some keys keep what they make, and offer it as if it were a passkey.
  const keeper = await plugIn(page, 'internal');
  await keeper.keepAsPasskeys(await key.readKeys(), btoa('somebody'));
  for (const device of [key, keeper]) await device.setPresence(false);
  await widget.forgetSignIn();
  await widget.openSignIn();
  await page.route(/webauthn_verify_assertion_response/, async (route) => {
    await keeper.setPresence(false);
    await route.continue();
  });
  await keeper.setPresence(true);
  await widget.press('Sign in with a passkey');
  await widget.expectRefusal('as a second factor security key only.', 401);
  await keeper.clear();
  await key.setPresence(true);

  await widget.openSignIn();
  await widget.enterName(email);
  await widget.press('Passcode');
  await widget.enterMailedCode(email);
  await widget.press('Use security key');
  await widget.press('Skip');
  await widget.expectSignedIn();
  await accountPage.open();
  await entry.click();
  await accountPage.pressAndConfirm('Delete');
  await expect(entry).toHaveCount(0);
});

test('[IDP-07, IDP-13] an authenticator app is set up, and removed', async ({
  page,
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: 'app@example.org' });
  await accountPage.open();
  await accountPage.choose('Manage authenticator app', 'Set up');
  await widget.expectScreen('Set up authenticator app');
  await widget.press('Back');
  await widget.expectScreen('Authenticator app');
  await accountPage.choose('Manage authenticator app', 'Set up');
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await widget.enterCode(createOneTimeCode(secret, Date.now()));
  const line = accountPage.line('Manage authenticator app');
  await expect(line).toContainText('- configured');
  await line.click();
  await accountPage.pressAndConfirm('Delete');
  await expect(line).not.toContainText('configured');
});

test('[IDP-13, IDP-16] another session is ended from here, and told so there', async ({
  page,
  browser,
  product,
  enterAs,
  widget,
  widgetOn,
  accountPage,
}) => {
  const email = 'twice@example.org';
  await enterAs({ email });
  const otherBrowser = await browser.newContext({ baseURL: product.url });
  const other = await otherBrowser.newPage();
  const elsewhere = widgetOn(other);
  const accountThere = createAccountPage(other);
  await elsewhere.openSignIn();
  await elsewhere.enterName(email);
  await elsewhere.press('Passcode');
  await elsewhere.enterMailedCode(email);
  await elsewhere.expectSignedIn();
  await accountThere.open();
  await accountPage.open();
  await widget.expectText('- Current session');
  const sessions = page.locator('label[for^="session-edit-dropdown-"]');
  await sessions.filter({ hasNotText: 'Current session' }).click();
  await expect(accountPage.unfolded).toContainText('IP address');
  await accountPage.pressAndConfirm('Revoke');
  await expect(sessions).toHaveCount(1);

  await accountThere.unfold('Set username');
  await accountThere.save('Username', 'too_late');
  await elsewhere.expectScreen('An error has occurred');
  await elsewhere.expectText('Your session has expired. Please log in again.');
  await elsewhere.press('Continue');
  await expect(other).toHaveURL(/\/login\?from=%2Fprofile$/);
  await elsewhere.expectScreen('Sign in');
  // It stays known to the account, which proves nothing and opens nothing.
  const left = (await otherBrowser.cookies()).map(({ name }) => name);
  expect(left.filter((name) => name !== 'hanko-known-browser')).toEqual([]);
  await otherBrowser.close();
});

test('[IDP-12, IDP-13, IDP-16] what was removed in another tab is not found, and the page stays usable', async ({
  page,
  context,
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: 'tabs@example.org' });
  await accountPage.open();
  const passkey = (tab: Page) => tab.locator('label[for="passkey-edit-dropdown-0"]');
  const key = (tab: Page) => tab.locator('label[for="security-key-edit-dropdown-0"]');
  await plugIn(page, 'internal');
  await accountPage.choose('Create a passkey', 'Create a passkey');
  await expect(passkey(page)).toBeVisible();
  await plugIn(page, 'usb');
  await accountPage.choose('Add a security key', 'Add a security key');
  await expect(key(page)).toBeVisible();
  const rename = async (entry: Locator, label: string) => {
    await entry.click();
    await accountPage.pressUnfolded('Rename');
    await page.getByLabel(label).fill('Gone already');
    await widget.press('Save');
  };
  const other = await context.newPage();
  const accountThere = createAccountPage(other);
  await accountThere.open();

  await passkey(other).click();
  await accountThere.pressAndConfirm('Delete');
  await expect(passkey(other)).toHaveCount(0);
  await page.bringToFront();
  await rename(passkey(page), 'New passkey name');
  await widget.expectRefusal('The requested resource was not found.', 404);
  await expect(passkey(page)).toHaveCount(0);

  await other.bringToFront();
  await key(other).click();
  await accountThere.pressAndConfirm('Delete');
  await expect(key(other)).toHaveCount(0);
  await page.bringToFront();
  // Without any credential there is nothing that could be renamed.
  await rename(key(page), 'New security key name');
  await widget.expectRefusal('The operation is not permitted.', 403);
  await widget.press('Continue');
  await widget.expectScreen('Emails');
  await expect(key(page)).toHaveCount(0);
});
