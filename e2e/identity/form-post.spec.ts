import { expect } from '@playwright/test';
import { test } from './support/test-with-identity-provider.ts';

test.use({
  identityProviderEntry: { parameters: { response_mode: 'form_post' } },
  switches: { username: { acquireOnRegistration: true } },
});

test('[IDP-13, IDP-14] an identity provider that posts its reply links to the account of the same verified address', async ({
  page,
  identityProvider,
  register,
  widget,
  accountPage,
}) => {
  const email = 'linked@school.example';
  await register({ email, username: 'linked_one' });
  identityProvider.account = { sub: 'linked', email, email_verified: true };
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/thirdparty/callback'),
  );
  await widget.openSignIn();
  await page.getByRole('button', { name: 'Continue with School' }).click();
  await posted;
  await widget.expectSignedIn();
  await accountPage.open('Connected accounts');
  await expect(page.locator('label[for="connected-accounts-0"]')).toHaveText('School');
  await expect(page.getByText('linked_one', { exact: true })).toBeVisible();
});
