import { expect } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import {
  expectScreen,
  expectSignedIn,
  openProfile,
  openSignIn,
  pressUnfolded,
  save,
  submit,
  unfold,
} from './support/steps.ts';
import { test } from './support/test.ts';

test.use({
  switches: {
    email: { requireVerification: false, limit: 2 },
    privacy: { onlyShowActualLoginMethods: true },
    mfa: { enabled: false },
  },
});

test('[IDP-13] addresses that nobody has verified are proved later, and there is a limit to them', async ({
  page,
  product,
  enterAs,
}) => {
  await enterAs({ email: 'unproved@example.org' });
  await openProfile(page);
  await unfold(page, 'Add email');
  await save(page, 'New email address', 'later@example.org');
  const line = page.locator('label', { hasText: 'later@' });
  await expect(line).toContainText('- unverified');
  await expect(page.locator('label', { hasText: 'Add email' })).toHaveCount(0);
  await line.click();
  await pressUnfolded(page, 'Verify');
  await expectScreen(page, 'Enter passcode');
  await enterCode(page, await product.readCode('later@example.org'));
  await expectScreen(page, 'Emails');
  await expect(line).not.toContainText('unverified');
});

test('[IDP-06] where only what somebody has is offered, the one way in needs no choice', async ({
  page,
  product,
  register,
}) => {
  await register({ email: 'one_way@example.org' });
  await openSignIn(page);
  await submit(page, { 'Email or username': 'one_way@example.org' });
  await expectScreen(page, 'Enter passcode');
  await enterCode(page, await product.readCode('one_way@example.org'));
  await expectSignedIn(page);
});
