import { expectAccessible } from './support/expect-accessible.ts';
import { expect, expectFault, test } from './support/test.ts';
import { enterCode, expectSettled } from './support/visitor.ts';

const FIELD = 'Type your message...';

test('[NAV-02, AUTH-01, IDP-03] who is new is led to sign up, and comes back to the awaited code after a reload', async ({
  page,
  visitor,
  product,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Login or Create Free Account' }).first().click();
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await expectSettled(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email or username')).toBeFocused();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.getByLabel('Email', { exact: true }).fill(visitor.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const code = await product.readCode(visitor.email);
  await expect(page.locator('input[name="passcode0"]')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible();
  await expectAccessible(page, 'the awaited code again');
  await enterCode(page, code);
  await page.getByRole('button', { name: 'Skip' }).click();
  await visitor.acceptTerms();
  await page.goto('/profile');
  // The account widget is still asking the provider; signing out now would get it a 401.
  await expect(page.getByText(visitor.email)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();

  await page.goto('/');
  await page.getByRole('link', { name: 'Login or Create Free Account' }).first().click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('[AUTH-01, IDP-03] a code is still awaited in a tab that comes after the discarded one, but not for ever', async ({
  page,
  context,
  visitor,
  product,
}) => {
  await visitor.arrive();
  await visitor.signOut();
  await page.getByLabel('Email or username').waitFor();
  await expectSettled(page);
  await page.getByLabel('Email or username').fill(visitor.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Passcode' }).click();
  await expect(page.locator('input[name="passcode0"]')).toBeFocused();
  const code = await product.readCode(visitor.email);
  const later = await context.newPage();
  await page.close();
  await later.goto('/login');
  await expect(later.locator('input[name="passcode0"]')).toBeFocused();
  await later.evaluate(() => localStorage.setItem('sign-in-kept-at', '0'));
  const other = await context.newPage();
  await other.goto('/login');
  await expect(other.getByLabel('Email or username')).toBeVisible();
  await enterCode(later, code);
  await expect(later).toHaveURL(/\/chat$/);
});

test('[IDP-01, IDP-02] an address that is typed is there again after a reload, at the screen where it was typed @any-width', async ({
  page,
  visitor,
}) => {
  const typeAndReload = async (label: string) => {
    const field = page.getByLabel(label, { exact: true });
    await expectSettled(page);
    await field.fill(visitor.email);
    await page.reload();
    await expect(field).toHaveValue(visitor.email);
    await expectSettled(page);
    await expect(field).toHaveValue(visitor.email);
  };
  await page.goto('/login');
  await typeAndReload('Email or username');
  await page.getByText('Create account').click();
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await typeAndReload('Email');
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
});

test('[IDP-01, IDP-02, IDP-03] an unknown address gets the same screen, and a mail that leads to sign up with the address filled in @any-width', async ({
  page,
  visitor,
  product,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email or username').waitFor();
  await expectSettled(page);
  await page.getByLabel('Email or username').fill(visitor.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Passcode' }).click();
  await expect(page.getByRole('heading', { name: 'Enter passcode' })).toBeVisible();
  const link = await product.readLink(visitor.email);
  expect(link).toMatch(/\/login#sign-up=/);

  // From the mail program it opens in a tab of its own.
  const newcomer = await page.context().newPage();
  await newcomer.goto(link);
  await expect(newcomer.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await expect(newcomer.getByLabel('Email', { exact: true })).toHaveValue(visitor.email);
  await expect(newcomer.getByLabel(/^Username/)).toHaveCount(0);
  await expectSettled(newcomer);
  await expect(newcomer.getByLabel('Email', { exact: true })).toHaveValue(visitor.email);
  await newcomer.getByRole('button', { name: 'Continue', exact: true }).click();
  await enterCode(newcomer, await product.readCode(visitor.email));
  await newcomer.getByRole('button', { name: 'Skip' }).click();
  await expect(newcomer).toHaveURL(/\/consent$/);
});

test('[AUTH-11, NAV-05, CHAT-15] a session that ends says so, and the message is there after the next sign-in @any-width', async ({
  page,
  context,
  visitor,
  pageFaults,
}) => {
  await visitor.arrive();
  await context.clearCookies();
  await visitor.ask('Will this question survive?');
  await expect(page).toHaveURL(/\/login\?from=%2Fchat$/);
  const note = page.getByRole('status').filter({ hasText: 'Your session has ended.' });
  await expect(note).toHaveText(
    'Your session has ended. Please sign in again. Your message is kept and will be there when you are back.',
  );
  await expectFault(pageFaults, /401/);
  await expect(page.getByLabel('Email or username')).toBeVisible();
  await expectSettled(page);
  await expectAccessible(page, 'an ended session');
  await visitor.signIn(visitor.email);
  await expect(page.getByPlaceholder(FIELD)).toHaveValue('Will this question survive?');
});

test('[NAV-03, NAV-07, AUTH-07] whoever lands on the login page for another reason is told it', async ({
  page,
  context,
  visitor,
  network,
  pageFaults,
}) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email or username')).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
  await page.goto('/profile');
  await expect(page.getByText('Please sign in first.')).toBeVisible();
  await page.goto('/nowhere');
  await expect(page.getByText('There is no page at that address.')).toBeVisible();
  await visitor.arrive();
  network.disturb('GET /api/user/session', 'bad-gateway');
  await page.reload();
  await expect(page.getByText('We could not find out whether you are signed in.')).toBeVisible();
  await expectFault(pageFaults, /502/);
  network.restore();
  await page.goto('/chat');
  const other = await context.newPage();
  await other.goto('/chat');
  await expect(other.getByRole('heading', { name: /^Ask / })).toBeVisible();
  await visitor.signOut();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(other.getByText('You signed out in another tab.')).toBeVisible();
});
