import { expect } from '@playwright/test';
import { enterCode } from '../support/visitor.ts';
import {
  acceptTerms,
  expectScreen,
  openProfile,
  openSignUp,
  press,
  submit,
} from './support/steps.ts';
import { createAccount } from './support/create-account.ts';
import type { Product } from '../support/start-product.ts';
import { test } from './support/test.ts';

const EMAIL = 'leaves@example.org';
const QUESTION = 'What is a dead period in recruiting?';
const COMMENT = 'Written by somebody who leaves.';

/** The logs as an administrator's export gets them. */
async function openLogs(product: Product): Promise<() => Promise<string>> {
  const { cookies } = await createAccount(product, { email: product.nextAdmin() });
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return async () => {
    const reply = await fetch(`${product.url}/api/admin/logs`, { headers: { cookie } });
    expect(reply.status).toBe(200);
    return reply.text();
  };
}

test('[IDP-13, AUTH-06] an account is deleted behind a checkbox, and with it everything of the person', async ({
  page,
  context,
  product,
  enterAs,
}) => {
  const { code } = await enterAs({ email: EMAIL });
  await page.goto('/chat');
  await page.getByPlaceholder('Type your message...').fill(QUESTION);
  await press(page, 'Send');
  await page.getByRole('button', { name: 'Thumbs up' }).click();
  await page.getByPlaceholder('Optional: Tell us more about this response...').fill(COMMENT);
  await press(page, 'Submit Feedback');
  await expect(page.getByText('Thank you for your feedback!')).toBeVisible();
  const readLogs = await openLogs(product);
  expect(await readLogs()).toContain(COMMENT);

  await openProfile(page);
  await page.getByLabel('First Name').fill('Jordan');
  await press(page, 'Save Profile');
  await expect(page.getByRole('button', { name: 'Saved!' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/chat');
  await expect(other.getByText(QUESTION)).toBeVisible();
  await press(page, 'Delete account');
  await expectScreen(page, 'Delete account');
  await press(page, 'Back');
  await press(page, 'Delete account');
  await press(page, 'Delete');
  await expectScreen(page, 'Delete account');
  await page.getByLabel('Yes, delete this account.').check();
  await press(page, 'Delete');
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
  expect(await context.cookies()).toEqual([]);
  const logs = await readLogs();
  for (const trace of [QUESTION, COMMENT]) expect(logs).not.toContain(trace);

  // A code for signing up is mailed to unknown addresses alone; whoever comes then is somebody new.
  await openSignUp(page);
  await submit(page, { Email: EMAIL });
  await enterCode(page, await product.readCode(EMAIL, { after: code }));
  await press(page, 'Skip');
  await acceptTerms(page);
  await expect(page.getByText(QUESTION)).toHaveCount(0);
  await openProfile(page);
  await expect(page.getByLabel('First Name')).toHaveValue('');
});
