import { expect } from '@playwright/test';
import { startProduct, type Product } from '../support/start-product.ts';
import { test as base } from '../support/test.ts';
import { openSchool, type School } from './school.ts';
import { expectScreen, expectSignedIn, forgetSignIn, openSignIn, press } from './support.ts';

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
      const switches = { thirdParty: { providers: [school.entry] } };
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

const SCHOOL_BUTTON = 'Continue with School';

test('[IDP-14] the school signs a pupil up, and in again with the mark of the last way in', async ({
  page,
  school,
}) => {
  school.pupil = { sub: 'pupil', email: 'pupil@school.example', email_verified: true };
  await openSignIn(page);
  await press(page, SCHOOL_BUTTON);
  await expectSignedIn(page);
  expect(new URL(page.url()).search).not.toContain('hanko_token');
  await forgetSignIn(page);
  await openSignIn(page);
  const button = page.getByRole('button', { name: SCHOOL_BUTTON });
  await expect(button).toHaveAttribute('data-bubble', 'Last used');
  await button.click();
  await expectSignedIn(page);
});

test('[IDP-14, IDP-16] a denial comes back to the sign-in screen, which says so', async ({
  page,
  school,
}) => {
  school.pupil = { ...school.pupil, sub: 'denier', denies: true };
  await openSignIn(page);
  await press(page, SCHOOL_BUTTON);
  await expect(page.getByText('Access denied.')).toBeVisible();
  await expectScreen(page, 'Sign in');
  expect(new URL(page.url()).search).toBe('');
});

test('[IDP-15] the hint in the address starts the token exchange, and is gone afterwards', async ({
  page,
  school,
}) => {
  school.pupil = { sub: 'sso', email: 'sso@school.example', email_verified: true };
  const exchange = page.waitForRequest((request) => request.url().endsWith('/token_exchange'));
  const hinted = page.waitForURL(/saml_hint=idp_initiated/);
  const iss = encodeURIComponent(school.entry.issuer);
  await page.goto(`/identity/thirdparty/initiate?iss=${iss}`);
  await hinted;
  expect((await exchange).method()).toBe('POST');
  await expectSignedIn(page);
  expect(page.url()).not.toContain('saml_hint');
  await forgetSignIn(page);
  await openSignIn(page);
  await expect(page.getByRole('button', { name: SCHOOL_BUTTON })).toBeVisible();
});
