import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { expectFault } from '../support/test.ts';
import { test } from './support/test.ts';

test.use({ switches: { mfa: { enabled: false }, passkey: { enabled: false } } });

const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;

const WIDGET_CHUNK = /\/assets\/elements-.*\.js/;
const PASSWORD = 'maple-tram-42';

test('[AUTH-01, PROF-03] without its code the widget is missed with a word, and comes with a reload', async ({
  page,
  pageFaults,
  enterAs,
  widget,
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
    await widget.press('Reload the page');
    await widget.expectScreen(headline);
    expect(pageFaults.length).toBeGreaterThan(0);
    expect(pageFaults.filter((fault) => !/elements-/.test(fault))).toEqual([]);
    pageFaults.length = 0;
  }
});

test('[IDP-12, IDP-16] a lost connection offers to begin anew, at the first screen and amid the flow', async ({
  page,
  pageFaults,
  widget,
}) => {
  await page.route('**/identity/login', (route) => route.abort());
  await page.goto('/login');
  await widget.expectScreen('An error has occurred');
  await widget.expectText('A technical error has occurred.');
  await page.unroute('**/identity/login');
  await widget.press('Continue');
  await widget.expectFirstScreen('Sign in');
  await page.route(/continue_with_login_identifier/, (route) => route.abort());
  await widget.enterName('lost@example.org');
  await widget.press('Continue');
  await page.unroute(/continue_with_login_identifier/);
  await widget.expectFirstScreen('Sign in');
  await widget.enterName('lost@example.org');
  await widget.expectScreen('Select login method');
  const lost = /ERR_FAILED|page error/;
  expect(pageFaults.filter((fault) => !lost.test(fault))).toEqual([]);
  pageFaults.length = 0;
});

test('[IDP-12] a step that gets no reply offers to begin anew after 15 seconds', async ({
  page,
  widget,
}) => {
  await page.clock.install();
  await widget.openSignIn();
  await page.route(/continue_with_login_identifier/, () => {});
  const asked = page.waitForRequest(/continue_with_login_identifier/);
  await widget.enterName('waits@example.org');
  await asked;
  await page.clock.runFor(15_000);
  const begun = page.waitForRequest(/\/identity\/login$/);
  await widget.press('Continue');
  await begun;
  await widget.expectFirstScreen('Sign in');
});

test('[AUTH-06, AUTH-10] the session is checked every 30 seconds, and its end elsewhere ends it here', async ({
  page,
  context,
  product,
  register,
  widget,
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
  await widget.enterPassword({ name, password: PASSWORD });
  await expect(page).toHaveURL(/\/chat/);
  expect(await page.evaluate('timeouts')).toEqual([13_000]);
  checks = 0;
  await page.clock.runFor(20_000);
  expect(checks).toBe(0);
  const replied = page.waitForResponse(/\/identity\/sessions\/validate$/);
  await page.clock.runFor(15_000);
  await replied;
  expect(checks).toBe(1);
  const token = (await context.cookies()).find((cookie) => cookie.name === 'hanko')?.value;
  await fetch(`${product.url}/identity/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  // The widget counts the seconds from the moment at which it has read the reply.
  await page.clock.runFor(35_000);
  await expect(page).toHaveURL(/\/login\?from=%2Fchat$/);
  await widget.expectScreen('Sign in');
  // The browser stays known to the account, which proves nothing and opens nothing.
  const names = async () => (await context.cookies()).map((cookie) => cookie.name);
  await expect.poll(names).toEqual(['hanko-known-browser']);
});

test('[AUTH-06, IDP-01] a session that ended before disturbs nobody who signs in again', async ({
  page,
  pageFaults,
  enterAs,
  widget,
  accountPage,
}) => {
  const email = 'again@example.org';
  const person = await enterAs({ email });
  await page.clock.install();
  await accountPage.open();
  // What the widget has stored and keeps in memory says that the session lives on.
  await page.evaluate(() => {
    const state = { expiration: Date.now() + 3_600_000, lastCheck: Date.now() };
    localStorage.setItem('hanko_session_state', JSON.stringify(state));
    window.dispatchEvent(new Event('focus'));
  });
  await page.reload();
  await widget.expectFirstScreen('Emails');
  for (const path of ['/api/user/logout', '/identity/logout']) await person.call('POST', path);
  await page.getByRole('link', { name: 'Chat' }).click();
  await widget.expectFirstScreen('Sign in');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await widget.enterName(email);
  await widget.expectScreen('Select login method');
  await page.clock.runFor(60_000);
  await widget.press('Passcode');
  await widget.enterMailedCode(email);
  await expect(page).toHaveURL(/\/chat/);
  expect(asked).not.toContain('/identity/sessions/validate');
  await expectFault(pageFaults, /401.*\/api\/chat/);
});

test('[AUTH-02, AUTH-06, AUTH-07] two tabs come in and leave together', async ({
  page,
  context,
  register,
  widget,
  widgetOn,
}) => {
  const name = 'two_tabs@example.org';
  await register({ email: name, password: PASSWORD });
  const other = await context.newPage();
  await widgetOn(other).openSignIn();
  await page.bringToFront();
  await widget.enterPassword({ name, password: PASSWORD });
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/chat/);
  await page.getByRole('link', { name: 'Profile' }).click();
  await widget.expectFirstScreen('Emails');
  await widget.press('Logout');
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login/);
  await widget.expectScreen('Sign in');
});

test('[IDP-13, PROF-03] an entry of the account page shows that it has the focus', async ({
  page,
  enterAs,
  accountPage,
}) => {
  await enterAs({ email: 'tabs_through@example.org' });
  await accountPage.open();
  await page.locator('#email-create-dropdown-0').focus();
  await page.keyboard.press('Space');
  const line = accountPage.line('Add email');
  await expect(line).toHaveCSS('outline', /solid 2px$/);
  await page.keyboard.press('Tab');
  await expect(line).not.toHaveCSS('outline', /solid 2px$/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('[IDP-03, IDP-04] the widget wears the theme of the page, errors included', async ({
      page,
      register,
      widget,
    }) => {
      const name = `${colorScheme}@example.org`;
      await register({ email: name, password: PASSWORD });
      await widget.enterPassword({ name, password: 'not-the-password' });
      await widget.expectRefusal('The entered value is invalid.', 400);
      const surface = await page.locator('div:has(> div > hanko-auth)').evaluate(backgroundOf);
      // The widget lets a field that was disabled change its colour slowly.
      const field = page.getByLabel('Password', { exact: true });
      await expect(field).toHaveCSS('background-color', surface);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  });
}
