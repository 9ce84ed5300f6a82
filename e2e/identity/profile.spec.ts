import { expect, type Locator, type Page } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import { createOneTimeCode } from './support/create-one-time-code.ts';
import { plugIn } from './support/plug-in.ts';
import {
  enterPassword,
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openProfile,
  openSignIn,
  press,
  pressAndConfirm,
  pressUnfolded,
  save,
  submit,
  unfold,
  unfolded,
  WIDGET_SETTLES_MS,
} from './support/steps.ts';
import { test } from './support/test.ts';

const PASSWORD = 'maple-tram-42';

test.use({
  switches: {
    password: { minLength: 10 },
    passkey: { acquireOnRegistration: 'never' },
  },
});

const lineOf = (page: Page, text: string | RegExp) => page.locator('label', { hasText: text });

test('[IDP-13, IDP-16] an address is added, verified, made the primary one and deleted', async ({
  page,
  product,
  pageFaults,
  enterAs,
}) => {
  await enterAs({ email: 'first@example.org' });
  await openProfile(page);
  await expect(lineOf(page, 'first@')).toContainText('primary');
  await unfold(page, 'Add email');
  await save(page, 'New email address', 'first@example.org');
  await expect(page.getByText('The email is already taken.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await save(page, 'New email address', 'second@example.org');
  await expectScreen(page, 'Enter passcode');
  await press(page, 'Back');
  await expectScreen(page, 'Emails');
  await expect(lineOf(page, 'second@')).toHaveCount(0);
  await unfold(page, 'Add email');
  await save(page, 'New email address', 'second@example.org');
  await enterCode(page, await product.readCode('second@example.org'));
  await expectScreen(page, 'Emails');
  await unfold(page, 'second@');
  await pressUnfolded(page, 'Set as primary');
  await expect(lineOf(page, 'second@')).toContainText('primary');
  await unfold(page, 'first@');
  await pressUnfolded(page, 'Delete');
  await pressUnfolded(page, 'no');
  await pressAndConfirm(page, 'Delete');
  await expect(lineOf(page, 'first@')).toHaveCount(0);
});

test('[IDP-13, IDP-16, IDP-17] a username is set, changed and deleted, within what the server allows', async ({
  page,
  pageFaults,
  register,
  enterAs,
}) => {
  await register({ email: 'neighbour@example.org', username: 'neighbour' });
  await enterAs({ email: 'named@example.org' });
  await openProfile(page);
  await unfold(page, 'Set username');
  const field = page.getByLabel('Username', { exact: true });
  await field.pressSequentially('ab');
  await field.press('Enter');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await save(page, 'Username', 'no spaces');
  await expect(page.getByText('must contain only letters, numbers, and')).toBeVisible();
  await save(page, 'Username', 'neighbour');
  await expect(page.getByText('The username is already taken.')).toBeVisible();
  await expectRefusals(pageFaults, [400, 400]);
  await save(page, 'Username', 'named_1');
  await expect(page.getByText('named_1', { exact: true })).toBeVisible();
  await unfold(page, 'Change username');
  await save(page, 'Username', 'named_2');
  await expect(page.getByText('named_2', { exact: true })).toBeVisible();
  await unfold(page, 'Change username');
  await pressAndConfirm(page, 'Delete');
  await expect(lineOf(page, 'Set username')).toBeVisible();
  await expect(page.getByText('named_2', { exact: true })).toHaveCount(0);
});

test('[IDP-05, IDP-13, IDP-16] a password is set, changed and deleted', async ({
  page,
  pageFaults,
  enterAs,
}) => {
  await enterAs({ email: 'secret@example.org' });
  await openProfile(page);
  await unfold(page, 'Set password');
  await expect(page.getByText('Must be between 10 and 72 characters long.')).toBeVisible();
  await save(page, 'New password', 'password123');
  await expect(page.getByText('The entered value is invalid.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await save(page, 'New password', PASSWORD);
  await unfold(page, 'Change password');
  await save(page, 'New password', 'cedar-ferry-17');
  // Saved: the field is emptied, and the entry folded.
  await expect(unfolded(page)).toHaveCount(0);
  await forgetSignIn(page);
  const somebody = { label: 'Email or username', name: 'secret@example.org' };
  await enterPassword(page, { ...somebody, password: PASSWORD });
  await expect(page.getByText('The entered value is invalid.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await page.getByLabel('Password', { exact: true }).fill('cedar-ferry-17');
  await press(page, 'Sign in');
  await expectSignedIn(page);
  await openProfile(page);
  await unfold(page, 'Change password');
  await pressAndConfirm(page, 'Delete');
  await expect(lineOf(page, 'Set password')).toBeVisible();
});

test('[IDP-13, IDP-16] a passkey is made once on a device, renamed with 3 to 32 characters, and deleted', async ({
  page,
  enterAs,
}) => {
  await enterAs({ email: 'passkey@example.org' });
  await plugIn(page, 'internal');
  await openProfile(page);
  await unfold(page, 'Create a passkey');
  await pressUnfolded(page, 'Create a passkey');
  const entry = page.locator('label[for="passkey-edit-dropdown-0"]');
  await expect(entry).toHaveText(/^Passkey-/);
  // The widget says why at once, goes back, and draws its first screen anew.
  const isBack = page.waitForResponse(/\/identity\/profile\?action=back/);
  await unfold(page, 'Create a passkey');
  await pressUnfolded(page, 'Create a passkey');
  await expect(page.getByText('the device is already registered')).toBeVisible();
  await isBack;
  await page.waitForTimeout(WIDGET_SETTLES_MS);
  await expect(page.locator('label[for="passkey-edit-dropdown-1"]')).toHaveCount(0);
  await entry.click();
  await pressUnfolded(page, 'Rename');
  await expectScreen(page, 'Rename passkey');
  const field = page.getByLabel('New passkey name');
  await expect(field).toHaveAttribute('minlength', '3');
  await expect(field).toHaveAttribute('maxlength', '32');
  await field.fill('');
  await field.pressSequentially('ab');
  await press(page, 'Save');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await press(page, 'Back');
  await expectScreen(page, 'Passkeys');
  await entry.click();
  await pressUnfolded(page, 'Rename');
  await field.fill('My laptop');
  await press(page, 'Save');
  await expect(entry).toHaveText('My laptop');
  await entry.click();
  await pressAndConfirm(page, 'Delete');
  await expect(entry).toHaveCount(0);
});

test('[IDP-08, IDP-13, IDP-16] a security key is added, renamed, is no passkey, and is deleted', async ({
  page,
  product,
  pageFaults,
  enterAs,
}) => {
  const email = 'key@example.org';
  const { code } = await enterAs({ email });
  const key = await plugIn(page, 'usb');
  await openProfile(page);
  await unfold(page, 'Add a security key');
  await pressUnfolded(page, 'Add a security key');
  const entry = page.locator('label[for="security-key-edit-dropdown-0"]');
  await expect(entry).toHaveText(/^SecurityKey-/);
  await entry.click();
  await pressUnfolded(page, 'Rename');
  await expectScreen(page, 'Rename security key');
  await page.getByLabel('New security key name').fill('On my keyring');
  await press(page, 'Save');
  await expect(entry).toHaveText('On my keyring');

  // Some keys keep what they make, and offer it as if it were a passkey.
  const keeper = await plugIn(page, 'internal');
  await keeper.keepAsPasskeys(await key.readKeys(), btoa('somebody'));
  for (const device of [key, keeper]) await device.setPresence(false);
  await forgetSignIn(page);
  await openSignIn(page);
  await page.route(/webauthn_verify_assertion_response/, async (route) => {
    await keeper.setPresence(false);
    await route.continue();
  });
  await keeper.setPresence(true);
  await press(page, 'Sign in with a passkey');
  await expect(page.getByText('as a second factor security key only.')).toBeVisible();
  await expectRefusals(pageFaults, [401]);
  await keeper.clear();
  await key.setPresence(true);

  await openSignIn(page);
  await submit(page, { 'Email or username': email });
  await press(page, 'Passcode');
  await enterCode(page, await product.readCode(email, { after: code }));
  await press(page, 'Use security key');
  await press(page, 'Skip');
  await expectSignedIn(page);
  await openProfile(page);
  await entry.click();
  await pressAndConfirm(page, 'Delete');
  await expect(entry).toHaveCount(0);
});

test('[IDP-07, IDP-13] an authenticator app is set up, and removed', async ({ page, enterAs }) => {
  await enterAs({ email: 'app@example.org' });
  await openProfile(page);
  await unfold(page, 'Manage authenticator app');
  await pressUnfolded(page, 'Set up');
  await expectScreen(page, 'Set up authenticator app');
  await press(page, 'Back');
  await expectScreen(page, 'Authenticator app');
  await unfold(page, 'Manage authenticator app');
  await pressUnfolded(page, 'Set up');
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await enterCode(page, createOneTimeCode(secret, Date.now()));
  const line = lineOf(page, 'Manage authenticator app');
  await expect(line).toContainText('- configured');
  await line.click();
  await pressAndConfirm(page, 'Delete');
  await expect(line).not.toContainText('configured');
});

test('[IDP-13, IDP-16] another session is ended from here, and told so there', async ({
  page,
  product,
  browser,
  enterAs,
}) => {
  const email = 'twice@example.org';
  const { code } = await enterAs({ email });
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await openSignIn(other);
  await submit(other, { 'Email or username': email });
  await press(other, 'Passcode');
  await enterCode(other, await product.readCode(email, { after: code }));
  await expectSignedIn(other);
  await openProfile(other);
  await openProfile(page);
  await expect(page.getByText('- Current session')).toBeVisible();
  await page.locator('label[for="session-edit-dropdown-1"]').click();
  await expect(unfolded(page)).toContainText('IP address');
  await pressAndConfirm(page, 'Revoke');
  await expect(page.locator('label[for="session-edit-dropdown-1"]')).toHaveCount(0);

  await unfold(other, 'Set username');
  await save(other, 'Username', 'too_late');
  await expectScreen(other, 'An error has occurred');
  await expect(other.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await press(other, 'Continue');
  await expect(other).toHaveURL(/\/login\?from=%2Fprofile$/);
  await expectScreen(other, 'Sign in');
  expect(await elsewhere.cookies()).toEqual([]);
  await elsewhere.close();
});

test('[IDP-12, IDP-13, IDP-16] what was removed in another tab is not found, and the page stays usable', async ({
  page,
  context,
  pageFaults,
  enterAs,
}) => {
  await enterAs({ email: 'tabs@example.org' });
  await openProfile(page);
  const passkey = (tab: Page) => tab.locator('label[for="passkey-edit-dropdown-0"]');
  const key = (tab: Page) => tab.locator('label[for="security-key-edit-dropdown-0"]');
  await plugIn(page, 'internal');
  await unfold(page, 'Create a passkey');
  await pressUnfolded(page, 'Create a passkey');
  await expect(passkey(page)).toBeVisible();
  await plugIn(page, 'usb');
  await unfold(page, 'Add a security key');
  await pressUnfolded(page, 'Add a security key');
  await expect(key(page)).toBeVisible();
  const rename = async (entry: Locator, label: string) => {
    await entry.click();
    await pressUnfolded(page, 'Rename');
    await page.getByLabel(label).fill('Gone already');
    await press(page, 'Save');
  };
  const other = await context.newPage();
  await openProfile(other);

  await passkey(other).click();
  await pressAndConfirm(other, 'Delete');
  await expect(passkey(other)).toHaveCount(0);
  await rename(passkey(page), 'New passkey name');
  await expect(page.getByText('The requested resource was not found.')).toBeVisible();
  await expectRefusals(pageFaults, [404]);
  await expect(passkey(page)).toHaveCount(0);

  await key(other).click();
  await pressAndConfirm(other, 'Delete');
  await expect(key(other)).toHaveCount(0);
  // Without any credential there is nothing that could be renamed.
  await rename(key(page), 'New security key name');
  await expect(page.getByText('The operation is not permitted.')).toBeVisible();
  await expectRefusals(pageFaults, [403]);
  await press(page, 'Continue');
  await expectScreen(page, 'Emails');
  await expect(key(page)).toHaveCount(0);
});
