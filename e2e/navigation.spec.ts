import { expect, test } from './support/test.ts';

test('[NAV-07] an unknown address leads to the login page', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page).toHaveURL(/\/login$/);
});

test('[NAV-03, NAV-05, NAV-08] a protected page asks for a sign-in and remembers where one wanted to go', async ({
  page,
  visitor,
}) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await visitor.signUp();
  await expect(page).toHaveURL(/\/(consent|profile)/);
  await page.goto('/consent');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await visitor.acceptTerms();
  await visitor.signOut();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
  await visitor.signIn(visitor.email);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible();
});

test('[NAV-04] a protected page says Loading... while the session loads', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/api/user/session', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/chat');
  await expect(page.getByText('Loading...')).toBeVisible();
  release.resolve();
  await expect(page).toHaveURL(/\/login/);
});

test('[NAV-06] without consent a protected page asks for it and leads there', async ({
  page,
  visitor,
}) => {
  await visitor.signUp();
  await expect(page).toHaveURL(/\/consent/);
  await page.goto('/profile');
  await expect(page.getByText('Please complete consent to continue...')).toBeVisible();
  await page.getByRole('link', { name: /consent|accept/i }).click();
  await expect(page).toHaveURL(/\/consent/);
});

test('[NAV-01, NAV-08, NAV-10] a signed-in visitor sees Chat and Profile, no Admin, and no admin screen', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arrive();
  await page.goto('/');
  await expect(page).toHaveURL(/\/chat$/);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Chat', 'Profile']);
  await page.goto('/admin/docs');
  await expect(page.getByRole('heading', { name: 'Uploaded Documents' })).toHaveCount(0);
  const status = await page.evaluate(async () => (await fetch('/api/admin/docs')).status);
  expect(status).toBe(403);
  const refusals = pageFaults.filter((fault) => fault.includes('403'));
  expect(refusals.length).toBeGreaterThan(0);
  pageFaults.splice(0, pageFaults.length, ...pageFaults.filter((fault) => !fault.includes('403')));
});

test('[NAV-08, NAV-09, ADM-01, ADM-02, ADM-04] an administrator reaches the dashboard and its five pages', async ({
  page,
  visitor,
}) => {
  await visitor.arriveAsAdmin();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/\/admin(\/dashboard)?$/);
  const bar = page.getByRole('navigation', { name: /admin/i });
  await expect(bar.getByRole('link')).toHaveText([
    'Dashboard',
    'Documents',
    'Sites',
    'Logs',
    'Users',
  ]);
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const documents = page.getByText('Total Documents').locator('..');
  await expect(documents).toContainText(/\d+/);
  await bar.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByText('(No admin users to display yet.)')).toBeVisible();
});
