import { expect, type Page } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import { openSchool, type School } from './support/open-school.ts';
import { startProduct, type Product } from '../support/start-product.ts';
import {
  acceptTerms,
  expectRefusals,
  expectScreen,
  expectSignedIn,
  forgetSignIn,
  openProfile,
  openSignIn,
  openSignUp,
  press,
  pressAndConfirm,
  pressUnfolded,
  submit,
  unfold,
} from './support/steps.ts';
import { test as base } from './support/test.ts';

const test = base.extend<object, { school: School; product: Product }>({
  school: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern.
    async ({}, use) => {
      const school = await openSchool();
      await use(school);
      await school.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ school }, use) => {
      const entry = { ...school.entry, domains: ['campus.example'] };
      const switches = { thirdParty: { providers: [entry] } };
      const product = await startProduct({ IDENTITY_SWITCHES: JSON.stringify(switches) });
      school.admit(`${product.url}/identity/thirdparty/callback`);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

// Going to the school is what these tests are about; nothing else may be foreign.
test.afterEach(({ pageFaults, school }) => {
  const journey = `foreign request: ${school.entry.issuer}/`;
  const others = pageFaults.filter((fault) => !fault.startsWith(journey));
  expect(others).toEqual([]);
  pageFaults.length = 0;
});

/** Takes the refusals alone out of the faults; the journeys stay. */
async function expectRefused(faults: string[], statuses: number[]): Promise<void> {
  const journeys = faults.filter((fault) => fault.startsWith('foreign request'));
  const refusals = () => faults.filter((fault) => !fault.startsWith('foreign request'));
  await expect.poll(() => refusals().length).toBe(statuses.length);
  await expectRefusals(refusals(), statuses);
  faults.splice(0, faults.length, ...journeys);
}

/** Where an institution sends its people from its own pages. */
const initiationOf = ({ entry }: School) =>
  `/identity/thirdparty/initiate?iss=${encodeURIComponent(entry.issuer)}`;

/** The button, also when it bears the mark of the last way in. */
const schoolButton = (page: Page) => page.getByRole('button', { name: 'Continue with School' });

const THE_WAY_THERE = '**/identity/thirdparty/authorize?*';

test('[IDP-01, IDP-14] the school signs a pupil up, and in again with the mark of the last way in', async ({
  page,
  school,
}) => {
  school.pupil = { sub: 'pupil', email: 'pupil@school.example', email_verified: true };
  await openSignIn(page);
  await schoolButton(page).click();
  await expectSignedIn(page);
  expect(new URL(page.url()).search).not.toContain('hanko_token');
  await forgetSignIn(page);
  await openSignIn(page);
  const button = schoolButton(page);
  await expect(button).toHaveAttribute('data-bubble', 'Last used');
  await button.click();
  await expectSignedIn(page);
});

test('[IDP-02, IDP-14] an address that the school has not verified is proved by a code', async ({
  page,
  product,
  school,
}) => {
  const email = 'unproved@school.example';
  school.pupil = { sub: 'unproved', email, email_verified: false };
  await openSignUp(page);
  await schoolButton(page).click();
  await expectScreen(page, 'Enter passcode');
  await enterCode(page, await product.readCode(email));
  await expectSignedIn(page);
});

test('[IDP-14, IDP-16] a denial comes back to the sign-in screen, which says so', async ({
  page,
  school,
}) => {
  school.pupil = { ...school.pupil, sub: 'denier', denies: true };
  await openSignIn(page);
  await schoolButton(page).click();
  await expect(page.getByText('Access denied.')).toBeVisible();
  await expectScreen(page, 'Sign in');
  expect(new URL(page.url()).search).toBe('');
});

test('[IDP-14] whoever turns back at the school stands on the sign-in screen again', async ({
  page,
  school,
}) => {
  school.pupil = { sub: 'turns', email: 'turns@school.example', email_verified: true };
  await page.route(THE_WAY_THERE, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in at School</h1>' }),
  );
  await openSignIn(page);
  await schoolButton(page).click();
  await expectScreen(page, 'Sign in at School');
  await page.unroute(THE_WAY_THERE);
  await page.goBack();
  await expectScreen(page, 'Sign in');
  await page.waitForTimeout(700);
  await schoolButton(page).click();
  await expectSignedIn(page);
});

test('[IDP-14, IDP-16] a token that is not known leads back to the sign-in screen', async ({
  page,
  pageFaults,
}) => {
  await page.route(THE_WAY_THERE, (route) =>
    route.fulfill({ status: 302, headers: { location: '/login?hanko_token=expired' } }),
  );
  await openSignIn(page);
  await schoolButton(page).click();
  await expect(page.getByText('The submitted form data contains errors.')).toBeVisible();
  await expectScreen(page, 'Sign in');
  await expectRefused(pageFaults, [400]);
  expect(new URL(page.url()).search).toBe('');
});

test('[IDP-13, IDP-14, IDP-16] an account at the school is connected on the account page, and disconnected', async ({
  page,
  school,
  enterAs,
}) => {
  await enterAs({ email: 'connects@example.org' });
  school.pupil = { ...school.pupil, sub: 'connected', denies: true };
  await openProfile(page, 'Connected accounts');
  await unfold(page, 'Connect account');
  await pressUnfolded(page, 'School');
  await expect(page.getByText('Access denied.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');

  school.pupil = { sub: 'connected', email: 'c@school.example', email_verified: true };
  await openProfile(page, 'Connected accounts');
  await unfold(page, 'Connect account');
  await pressUnfolded(page, 'School');
  const entry = page.locator('label[for="connected-accounts-0"]');
  await expect(entry).toHaveText('School');
  await expect(page.locator('label', { hasText: 'Connect account' })).toHaveCount(0);
  await page.waitForTimeout(700);
  await entry.click();
  await pressAndConfirm(page, 'Delete');
  await expect(entry).toHaveCount(0);
  await expect(page.locator('label', { hasText: 'Connect account' })).toBeVisible();
});

test('[IDP-01, IDP-15] an address of the institution signs in there', async ({ page, school }) => {
  const email = 'somebody@campus.example';
  school.pupil = { sub: 'campus', email, email_verified: true };
  await openSignIn(page);
  await submit(page, { 'Email or username': email });
  await expectSignedIn(page);
});

test('[IDP-15] the hint in the address starts the token exchange, and is gone afterwards', async ({
  page,
  school,
}) => {
  school.pupil = { sub: 'sso', email: 'sso@school.example', email_verified: true };
  const exchange = page.waitForRequest((request) => request.url().endsWith('/token_exchange'));
  const hinted = page.waitForURL(/saml_hint=idp_initiated/);
  await page.goto(initiationOf(school));
  await hinted;
  expect((await exchange).method()).toBe('POST');
  await acceptTerms(page);
  expect(page.url()).not.toContain('saml_hint');
  // Leaving re-initialises a widget that was bound to the exchange; it must find its way.
  await page.getByRole('link', { name: 'Profile' }).click();
  await expectScreen(page, 'Emails');
  await page.waitForTimeout(700);
  await press(page, 'Logout');
  await expectScreen(page, 'Sign in');
  await page.waitForTimeout(700);
  await schoolButton(page).click();
  await expect(page).toHaveURL(/\/chat/);
});

test('[IDP-12, IDP-15, IDP-16] an exchange that is refused begins anew with Continue', async ({
  page,
  school,
  pageFaults,
}) => {
  school.pupil = { sub: 'sso', email: 'sso@school.example', email_verified: true };
  await page.goto('/login?hanko_token=expired&saml_hint=idp_initiated');
  await expectScreen(page, 'An error has occurred');
  await expectRefused(pageFaults, [400]);
  await press(page, 'Continue');
  await expectScreen(page, 'Sign in');
  expect(new URL(page.url()).search).toBe('');
  await page.waitForTimeout(700);
  await schoolButton(page).click();
  await expectSignedIn(page);
});

test('[IDP-15, IDP-16] a denial at the institution is told, and the button still works', async ({
  page,
  school,
}) => {
  school.pupil = { ...school.pupil, sub: 'denied', denies: true };
  await page.goto(initiationOf(school));
  await expect(page.getByText('Access denied.')).toBeVisible();
  await expectScreen(page, 'Sign in');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.waitForTimeout(700);
  school.pupil = { sub: 'denied', email: 'denied@school.example', email_verified: true };
  await schoolButton(page).click();
  await expectSignedIn(page);
});
