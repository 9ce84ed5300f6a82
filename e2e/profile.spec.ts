import { expect, test } from './support/test.ts';

test('[PROF-01, PROF-02, PROF-05] the profile is saved, says so, and is there after a reload', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
  await page.getByLabel('First Name').fill('Ann');
  await page.getByLabel('Screen Name').fill('Annie');
  await page
    .getByLabel('Tell us about yourself / goals (max 100 words)')
    .fill('I play soccer and hope for Division III.');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByRole('button', { name: 'Saved!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Screen Name')).toHaveValue('Annie');
});

test('[PROF-02] a save that fails is said beside the button', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arrive();
  await page.goto('/profile');
  await page.getByLabel('First Name').fill('Ann');
  await page.route('**/api/user/profile', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Failed to save profile.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Error!' })).toBeVisible();
  pageFaults.length = 0;
});

test('[PROF-03, IDP-13] the account widget lists the address and the session of this browser', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  await page.goto('/profile');
  await expect(page.getByText(visitor.email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});
