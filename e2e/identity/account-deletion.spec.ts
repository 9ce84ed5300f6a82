import { expect } from '@playwright/test';
import type { SignedUp } from '../support/http-client.ts';
import { test } from './support/test.ts';

const EMAIL = 'leaves@example.org';
const QUESTION = 'What is a dead period in recruiting?';
const COMMENT = 'Written by somebody who leaves.';

/** The logs as an administrator's export gets them. */
async function readLogs(admin: SignedUp): Promise<string> {
  const reply = await admin.call('GET', '/api/admin/logs');
  expect(reply.status).toBe(200);
  return reply.text();
}

test('[IDP-13, AUTH-06] an account is deleted behind a checkbox, and with it everything of the person', async ({
  page,
  context,
  product,
  register,
  enterAs,
  widget,
  accountPage,
}) => {
  await enterAs({ email: EMAIL });
  await page.goto('/chat');
  await page.getByPlaceholder('Type your message...').fill(QUESTION);
  await widget.press('Send');
  await page.getByRole('button', { name: 'Thumbs up' }).click();
  await page.getByPlaceholder('Optional: Tell us more about this response...').fill(COMMENT);
  await widget.press('Submit Feedback');
  await widget.expectText('Thank you for your feedback!');
  const admin = await register({ email: product.nextAdmin() });
  expect(await readLogs(admin)).toContain(COMMENT);

  await accountPage.open();
  await page.getByLabel('First Name').fill('Jordan');
  await widget.press('Save Profile');
  await expect(page.getByRole('button', { name: 'Saved!' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/chat');
  await expect(other.getByText(QUESTION)).toBeVisible();
  await page.bringToFront();
  await widget.press('Delete account');
  await widget.expectScreen('Delete account');
  await widget.press('Back');
  await widget.press('Delete account');
  await widget.press('Delete');
  await widget.expectScreen('Delete account');
  await page.getByLabel('Yes, delete this account.').check();
  await widget.press('Delete');
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
  await other.close();
  expect(await context.cookies()).toEqual([]);
  const logs = await readLogs(admin);
  for (const trace of [QUESTION, COMMENT]) expect(logs).not.toContain(trace);

  // A code for signing up is mailed to unknown addresses alone; whoever comes then is somebody new.
  await widget.signUpByCode(EMAIL);
  await widget.press('Skip');
  await widget.acceptTerms();
  await expect(page.getByText(QUESTION)).toHaveCount(0);
  await accountPage.open();
  await expect(page.getByLabel('First Name')).toHaveValue('');
});
