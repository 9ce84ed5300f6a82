import { expect, test } from './support/test.ts';

test('[CONS-01, CONS-02, CONS-05] consent needs the tick, links the terms, and leads to the chat', async ({
  page,
  visitor,
}) => {
  await visitor.register();
  await expect(page.getByRole('heading', { name: 'Welcome to Pathway' })).toBeVisible();
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    const href = await page.getByRole('link', { name }).first().getAttribute('href');
    const reply = await page.request.get(href ?? '');
    expect(reply.status()).toBe(200);
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByText('You must accept the Terms of Service and Privacy Policy.'),
  ).toBeVisible();
  await visitor.acceptTerms();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ask Avery' })).toBeVisible();
});

test('[CONS-06] a failure to record consent is said, and can be tried again', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.register();
  await expect(page).toHaveURL(/\/consent/);
  await page.route('**/api/consent', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Failed to record consent. Please try again.')).toBeVisible();
  await page.route('**/api/consent', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  pageFaults.length = 0;
  await visitor.acceptTerms();
});
