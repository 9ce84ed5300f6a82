import { expect, type Page } from '@playwright/test';
import { type IdentityProvider, test } from './support/test-with-identity-provider.ts';

test.use({ identityProviderEntry: { domains: ['campus.example'] } });

/** Where an institution sends its people from its own pages. */
const initiationOf = ({ entry }: IdentityProvider) =>
  `/identity/thirdparty/initiate?iss=${encodeURIComponent(entry.issuer)}`;

/** The button, also when it bears the mark of the last way in. */
const providerButton = (page: Page) => page.getByRole('button', { name: 'Continue with School' });

const THE_WAY_THERE = '**/identity/thirdparty/authorize?*';

test('[IDP-01, IDP-14] the identity provider signs somebody up, and in again with the mark of the last way in', async ({
  page,
  identityProvider,
  widget,
}) => {
  identityProvider.account = { sub: 'pupil', email: 'pupil@school.example', email_verified: true };
  await widget.openSignIn();
  await providerButton(page).click();
  await widget.expectSignedIn();
  expect(new URL(page.url()).search).not.toContain('hanko_token');
  await widget.forgetSignIn();
  await widget.openSignIn();
  const button = providerButton(page);
  await expect(button).toHaveAttribute('data-bubble', 'Last used');
  await button.click();
  await widget.expectSignedIn();
});

test('[IDP-02, IDP-14] an address that the identity provider has not verified is proved by a code', async ({
  page,
  identityProvider,
  widget,
}) => {
  const email = 'unproved@school.example';
  identityProvider.account = { sub: 'unproved', email, email_verified: false };
  await widget.openSignUp();
  await providerButton(page).click();
  await widget.expectScreen('Enter passcode');
  await widget.enterMailedCode(email);
  await widget.expectSignedIn();
});

test('[IDP-14, IDP-16] a denial comes back to the sign-in screen, which says so', async ({
  page,
  identityProvider,
  widget,
}) => {
  identityProvider.account = { ...identityProvider.account, sub: 'denier', denies: true };
  await widget.openSignIn();
  await providerButton(page).click();
  await widget.expectText('Access denied.');
  await widget.expectScreen('Sign in');
  expect(new URL(page.url()).search).toBe('');
});

test('[IDP-14] whoever turns back at the identity provider stands on the sign-in screen again', async ({
  page,
  identityProvider,
  widget,
}) => {
  identityProvider.account = { sub: 'turns', email: 'turns@school.example', email_verified: true };
  await page.route(THE_WAY_THERE, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in at School</h1>' }),
  );
  await widget.openSignIn();
  await providerButton(page).click();
  await widget.expectScreen('Sign in at School');
  await page.unroute(THE_WAY_THERE);
  await page.goBack();
  await widget.expectFirstScreen('Sign in');
  await providerButton(page).click();
  await widget.expectSignedIn();
});

test('[IDP-14, IDP-16] a token that is not known leads back to the sign-in screen', async ({
  page,
  widget,
}) => {
  await page.route(THE_WAY_THERE, (route) =>
    route.fulfill({ status: 302, headers: { location: '/login?hanko_token=expired' } }),
  );
  await widget.openSignIn();
  await providerButton(page).click();
  await widget.expectText('The submitted form data contains errors.');
  await widget.expectScreen('Sign in');
  await widget.expectRefusals(400);
  expect(new URL(page.url()).search).toBe('');
});

test('[IDP-13, IDP-14, IDP-16] an account at the identity provider is connected on the account page, and disconnected', async ({
  page,
  identityProvider,
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: 'connects@example.org' });
  identityProvider.account = { ...identityProvider.account, sub: 'connected', denies: true };
  await accountPage.open('Connected accounts');
  await accountPage.choose('Connect account', 'School');
  await widget.expectText('Access denied.');
  expect(new URL(page.url()).search).toBe('');

  identityProvider.account = { sub: 'connected', email: 'c@school.example', email_verified: true };
  await accountPage.open('Connected accounts');
  await accountPage.choose('Connect account', 'School');
  const entry = page.locator('label[for="connected-accounts-0"]');
  await expect(entry).toHaveText('School');
  await expect(accountPage.line('Connect account')).toHaveCount(0);
  await widget.expectFirstScreen('Connected accounts');
  await entry.click();
  await accountPage.pressAndConfirm('Delete');
  await expect(entry).toHaveCount(0);
  await expect(accountPage.line('Connect account')).toBeVisible();
});

test('[IDP-01, IDP-15] an address of the institution signs in there', async ({
  identityProvider,
  widget,
}) => {
  const email = 'somebody@campus.example';
  identityProvider.account = { sub: 'campus', email, email_verified: true };
  await widget.openSignIn();
  await widget.enterName(email);
  await widget.expectSignedIn();
});

test('[IDP-15] the hint in the address starts the token exchange, and is gone afterwards', async ({
  page,
  identityProvider,
  widget,
}) => {
  identityProvider.account = { sub: 'sso', email: 'sso@school.example', email_verified: true };
  const exchange = page.waitForRequest((request) => request.url().endsWith('/token_exchange'));
  const hinted = page.waitForURL(/saml_hint=idp_initiated/);
  await page.goto(initiationOf(identityProvider));
  await hinted;
  expect((await exchange).method()).toBe('POST');
  await widget.acceptTerms();
  expect(page.url()).not.toContain('saml_hint');
  // Leaving re-initialises a widget that was bound to the exchange; it must find its way.
  await page.getByRole('link', { name: 'Profile' }).click();
  await widget.expectFirstScreen('Emails');
  await widget.press('Logout');
  await widget.expectFirstScreen('Sign in');
  await providerButton(page).click();
  await expect(page).toHaveURL(/\/chat/);
});

test('[IDP-12, IDP-15, IDP-16] an exchange that is refused begins anew with Continue', async ({
  page,
  identityProvider,
  widget,
}) => {
  identityProvider.account = { sub: 'sso', email: 'sso@school.example', email_verified: true };
  await page.goto('/login?hanko_token=expired&saml_hint=idp_initiated');
  await widget.expectScreen('An error has occurred');
  await widget.expectRefusals(400);
  await widget.press('Continue');
  await widget.expectFirstScreen('Sign in');
  expect(new URL(page.url()).search).toBe('');
  await providerButton(page).click();
  await widget.expectSignedIn();
});

test('[IDP-15, IDP-16] a denial at the institution is told, and the button still works', async ({
  page,
  identityProvider,
  widget,
}) => {
  identityProvider.account = { ...identityProvider.account, sub: 'denied', denies: true };
  await page.goto(initiationOf(identityProvider));
  await widget.expectText('Access denied.');
  await widget.expectFirstScreen('Sign in');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  identityProvider.account = {
    sub: 'denied',
    email: 'denied@school.example',
    email_verified: true,
  };
  await providerButton(page).click();
  await widget.expectSignedIn();
});
