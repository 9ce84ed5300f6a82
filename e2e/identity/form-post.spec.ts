import { expect } from '@playwright/test';
import { test } from './support/test-with-school.ts';

test.use({ schoolEntry: { parameters: { response_mode: 'form_post' } } });

test('[IDP-13, IDP-14] a school that posts its answer links to the account of the same verified address', async ({
  page,
  school,
  register,
  widget,
  accountPage,
}) => {
  const email = 'linked@school.example';
  await register({ email, username: 'linked_one' });
  school.pupil = { sub: 'linked', email, email_verified: true };
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
