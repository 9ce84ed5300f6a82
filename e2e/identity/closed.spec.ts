import { expect } from '@playwright/test';
import { test } from './support/test-with-identity-provider.ts';

const FLOWS_PER_MINUTE = 12;

test.use({
  switches: {
    account: { allowSignup: false },
    limits: { flowsPerMinute: FLOWS_PER_MINUTE },
  },
});

test('[IDP-02, IDP-14, IDP-16] where sign-up is switched off the screen says so, also to whom the identity provider sends', async ({
  page,
  identityProvider,
  widget,
}) => {
  const closed = page.getByRole('alert').filter({ hasText: 'Account registration is disabled.' });
  await widget.openSignIn();
  await expect(closed).toHaveCount(0);
  await widget.press('Create account');
  await widget.expectFirstScreen('Create account');
  await expect(closed).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);

  identityProvider.account = {
    sub: 'newcomer',
    email: 'newcomer@school.example',
    email_verified: true,
  };
  await widget.openSignIn();
  await page.getByRole('button', { name: 'Continue with School' }).click();
  await widget.expectScreen('Sign in');
  await expect(closed).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('[IDP-12, IDP-16] whoever begins too often is told to wait, and can begin again a minute later', async ({
  page,
  product,
  widget,
  moveClock,
}) => {
  for (let flows = 0; flows < FLOWS_PER_MINUTE; flows += 1) {
    await fetch(`${product.url}/identity/login`, { method: 'POST' });
  }
  await page.goto('/login');
  await widget.expectScreen('An error has occurred');
  await widget.expectRefusal('Too many requests have been made.', 429);
  await moveClock(61_000);
  await widget.press('Continue');
  await widget.expectScreen('Sign in');
});
