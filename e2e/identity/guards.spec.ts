import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import {
  enterPassword,
  expectRefusals,
  expectScreen,
  openSignIn,
  press,
  submit,
} from './support/steps.ts';
import { test } from './support/test.ts';

test.use({ switches: { mfa: { enabled: false }, passkey: { enabled: false } } });

const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;

const WIDGET_CHUNK = /\/assets\/elements-.*\.js/;
const PASSWORD = 'maple-tram-42';

test('[AUTH-01, PROF-03] without its code the widget is missed with a word, and comes with a reload', async ({
  page,
  pageFaults,
  enterAs,
}) => {
  const missing = [
    ['/login', 'The sign-in form cannot be loaded.', 'Sign in'],
    ['/profile', 'The account settings cannot be loaded.', 'Emails'],
  ] as const;
  for (const [path, text, headline] of missing) {
    if (path === '/profile') await enterAs({ email: 'missing@example.org' });
    await page.route(WIDGET_CHUNK, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
    await page.unroute(WIDGET_CHUNK);
    await press(page, 'Reload the page');
    await expectScreen(page, headline);
    expect(pageFaults.length).toBeGreaterThan(0);
    expect(pageFaults.filter((fault) => !/elements-/.test(fault))).toEqual([]);
    pageFaults.length = 0;
  }
});

test('[IDP-12, IDP-16] a lost connection offers to begin anew, at the first screen and amid the flow', async ({
  page,
  pageFaults,
}) => {
  await page.route('**/identity/login', (route) => route.abort());
  await page.goto('/login');
  await expectScreen(page, 'An error has occurred');
  await expect(page.getByText('A technical error has occurred.')).toBeVisible();
  await page.unroute('**/identity/login');
  await press(page, 'Continue');
  await expectScreen(page, 'Sign in');
  await page.waitForTimeout(700);
  await page.route(/continue_with_login_identifier/, (route) => route.abort());
  await submit(page, { 'Email or username': 'lost@example.org' });
  await press(page, 'Continue');
  await page.unroute(/continue_with_login_identifier/);
  await page.waitForTimeout(700);
  await submit(page, { 'Email or username': 'lost@example.org' });
  await expectScreen(page, 'Select login method');
  const lost = /ERR_FAILED|page error/;
  expect(pageFaults.filter((fault) => !lost.test(fault))).toEqual([]);
  pageFaults.length = 0;
});

test('[AUTH-06, AUTH-10] the session is checked every 30 seconds, and its end elsewhere ends it here', async ({
  page,
  context,
  product,
  register,
}) => {
  await page.addInitScript(() => {
    const timeouts = new Set<number>();
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      timeouts.add(this.timeout);
      Object.assign(window, { timeouts: [...timeouts] });
      send.call(this, body);
    };
  });
  let checks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/identity/sessions/validate')) checks += 1;
  });
  await register({ email: 'checked@example.org', password: PASSWORD });
  await page.clock.install();
  const name = 'checked@example.org';
  await enterPassword(page, { label: 'Email or username', name, password: PASSWORD });
  await expect(page).toHaveURL(/\/chat/);
  expect(await page.evaluate('timeouts')).toEqual([13_000]);
  checks = 0;
  await page.clock.runFor(20_000);
  expect(checks).toBe(0);
  await page.clock.runFor(15_000);
  await expect.poll(() => checks).toBe(1);
  const token = (await context.cookies()).find((cookie) => cookie.name === 'hanko')?.value;
  await fetch(`${product.url}/identity/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  await page.clock.runFor(30_000);
  await expect(page).toHaveURL(/\/login\?from=%2Fchat$/);
  await expectScreen(page, 'Sign in');
  await expect.poll(() => context.cookies()).toEqual([]);
});

test('[AUTH-02, AUTH-06, AUTH-07] two tabs come in and leave together', async ({
  page,
  context,
  register,
}) => {
  const name = 'two_tabs@example.org';
  await register({ email: name, password: PASSWORD });
  const other = await context.newPage();
  await openSignIn(other);
  await page.bringToFront();
  await enterPassword(page, { label: 'Email or username', name, password: PASSWORD });
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/chat/);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expectScreen(page, 'Emails');
  await page.waitForTimeout(700);
  await press(page, 'Logout');
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login/);
  await expectScreen(page, 'Sign in');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('[IDP-03, IDP-04] the widget wears the theme of the page, errors included', async ({
      page,
      pageFaults,
      register,
    }) => {
      const name = `${colorScheme}@example.org`;
      await register({ email: name, password: PASSWORD });
      const somebody = { label: 'Email or username', name };
      await enterPassword(page, { ...somebody, password: 'not-the-password' });
      await expect(page.getByText('The entered value is invalid.')).toBeVisible();
      await expectRefusals(pageFaults, [400]);
      const [surface, field] = await Promise.all([
        page.locator('div:has(> div > hanko-auth)').evaluate(backgroundOf),
        page.getByLabel('Password', { exact: true }).evaluate(backgroundOf),
      ]);
      expect(field).toBe(surface);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  });
}
