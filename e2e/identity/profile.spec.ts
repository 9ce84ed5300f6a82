import { expect, type Page } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import {
  acceptTerms,
  expectRefusals,
  expectScreen,
  expectSignedIn,
  openProfile,
  openSignIn,
  openSignUp,
  plugIn,
  press,
  submit,
  test,
} from './support.ts';

test.use({
  switches: {
    password: { minLength: 10 },
    passkey: { acquireOnRegistration: 'never' },
  },
});

test.beforeEach(async ({ page, product, visitor }) => {
  await openSignUp(page);
  await submit(page, { Email: visitor.email });
  await enterCode(page, await product.readCode(visitor.email));
  await press(page, 'Skip');
  await acceptTerms(page);
});

/** The one dropdown that is open. */
const opened = (page: Page) => page.locator('div:has(> input:checked)');

async function save(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel(label, { exact: true }).press('Enter');
}

async function pressInside(page: Page, name: string): Promise<void> {
  await opened(page).getByRole('button', { name, exact: true }).click();
}

test('[IDP-13, IDP-16] an address is added, verified, made the primary one and deleted', async ({
  page,
  product,
  visitor,
  pageFaults,
}) => {
  const second = `second-${visitor.email}`;
  await openProfile(page);
  await page.getByText('Add email').click();
  await save(page, 'New email address', visitor.email);
  await expect(page.getByText('The email is already taken.')).toBeVisible();
  await expectRefusals(pageFaults, [400]);
  await save(page, 'New email address', second);
  await expectScreen(page, 'Enter passcode');
  await enterCode(page, await product.readCode(second));
  await expectScreen(page, 'Emails');
  await page.locator('label', { hasText: second }).click();
  await pressInside(page, 'Set as primary');
  await expect(page.locator('label', { hasText: second })).toContainText('primary');
  await page.locator('label', { hasText: /^visitor/ }).click();
  await pressInside(page, 'Delete');
  await pressInside(page, 'yes');
  await expect(page.locator('label', { hasText: /^visitor/ })).toHaveCount(0);
});

test('[IDP-13, IDP-17] a username and a password are set, within what the server allows', async ({
  page,
  visitor,
}) => {
  const username = visitor.email.slice(0, 16).replace('-', '_');
  await openProfile(page);
  await page.getByText('Set username').click();
  const field = page.getByLabel('Username', { exact: true });
  await field.pressSequentially('ab');
  await field.press('Enter');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await save(page, 'Username', username);
  await expect(page.getByText('Change username')).toBeVisible();
  await page.getByText('Set password').click();
  await expect(page.getByText('Must be between 10 and 72 characters long.')).toBeVisible();
  await save(page, 'New password', 'maple-tram-42');
  await expect(page.getByText('Change password')).toBeVisible();
});

test('[IDP-13] a passkey is made, renamed with 3 to 32 characters, and deleted', async ({
  page,
}) => {
  await plugIn(page, 'internal');
  await openProfile(page);
  await page.locator('label', { hasText: 'Create a passkey' }).click();
  await pressInside(page, 'Create a passkey');
  const entry = page.locator('label[for="passkey-edit-dropdown-0"]');
  await entry.click();
  await pressInside(page, 'Rename');
  await expectScreen(page, 'Rename passkey');
  const field = page.getByLabel('New passkey name');
  await expect(field).toHaveAttribute('minlength', '3');
  await expect(field).toHaveAttribute('maxlength', '32');
  await field.fill('');
  await field.pressSequentially('ab');
  await press(page, 'Save');
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await field.fill('My laptop');
  await press(page, 'Save');
  await expect(entry).toHaveText('My laptop');
  await entry.click();
  await pressInside(page, 'Delete');
  await pressInside(page, 'yes');
  await expect(entry).toHaveCount(0);
});

test('[IDP-13] another session is ended from here', async ({ page, product, visitor, browser }) => {
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  const lastCode = await product.readCode(visitor.email);
  await openSignIn(other);
  await submit(other, { 'Email or username': visitor.email });
  await press(other, 'Passcode');
  await enterCode(other, await product.readCode(visitor.email, { after: lastCode }));
  await expectSignedIn(other);
  await openProfile(page);
  await expect(page.getByText('- Current session')).toBeVisible();
  await page.locator('label[for="session-edit-dropdown-1"]').click();
  await pressInside(page, 'Revoke');
  await pressInside(page, 'yes');
  await expect(page.locator('label[for="session-edit-dropdown-1"]')).toHaveCount(0);
  const reply = await other.request.get('/identity/sessions/validate');
  expect(await reply.json()).toEqual({ is_valid: false });
  await elsewhere.close();
});

test('[IDP-13] an account is deleted behind a checkbox, with its data in the product', async ({
  page,
  product,
  visitor,
}) => {
  const lastCode = await product.readCode(visitor.email);
  await openProfile(page);
  await page.getByLabel('First Name').fill('Jordan');
  await press(page, 'Save Profile');
  await expect(page.getByRole('button', { name: 'Saved!' })).toBeVisible();
  await press(page, 'Delete account');
  await expectScreen(page, 'Delete account');
  await press(page, 'Delete');
  await expectScreen(page, 'Delete account');
  await page.getByLabel('Yes, delete this account.').check();
  await press(page, 'Delete');
  await expect(page).not.toHaveURL(/\/profile/);
  await page.goto('/chat');
  await expect(page).toHaveURL(/\/login/);
  // A code for signing up is mailed to unknown addresses alone.
  await openSignUp(page);
  await submit(page, { Email: visitor.email });
  await enterCode(page, await product.readCode(visitor.email, { after: lastCode }));
  await press(page, 'Skip');
  await acceptTerms(page);
  await openProfile(page);
  await expect(page.getByLabel('First Name')).toHaveValue('');
});
