import { SAVED_LABEL_MS } from '@pathway/contract/limits';
import { endCall } from './support/network.ts';
import { runUntil, stopClock } from './support/page-clock.ts';
import { expect, expectFault, test } from './support/test.ts';

const GOALS = 'Tell us about yourself / goals (max 100 words)';
const WORDS_120 = Array.from({ length: 120 }, () => 'goal').join(' ');

test('[PROF-01, PROF-02, PROF-05] the profile is saved, says so for two seconds, and is there after a reload', async ({
  page,
  visitor,
  network,
}) => {
  await page.clock.install();
  await visitor.arrive();
  const read = network.hold('GET /api/user/profile');
  await page.goto('/profile');
  await read.reached;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  read.release();
  const screenName = page.getByLabel('Screen Name');
  await expect(screenName).toHaveAccessibleDescription('This is how the chatbot will address you.');
  await page.getByLabel('First Name').fill('Ann');
  await page.getByLabel('Last Name').fill('Lee');
  await screenName.fill('Annie');
  await page.getByLabel(GOALS).fill(WORDS_120);

  const saved = { first_name: 'Ann', last_name: 'Lee', screen_name: 'Annie', goals: WORDS_120 };
  const answer = network.hold('PATCH /api/user/profile');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  expect((await sent).postDataJSON()).toEqual(saved);
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await stopClock(page);
  answer.release();
  await runUntil(page, () => page.getByRole('button', { name: 'Saved!' }).isVisible());
  await page.clock.runFor(SAVED_LABEL_MS - 200);
  await expect(page.getByRole('button', { name: 'Saved!' })).toBeVisible();
  await page.clock.runFor(400);
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible();
  await page.clock.resume();
  expect(await (await page.request.get('/api/user/profile')).json()).toEqual(saved);
  await page.reload();
  await expect(screenName).toHaveValue('Annie');
  await expect(page.getByLabel(GOALS)).toHaveValue(WORDS_120);
});

test('[PROF-02] a save that fails is said beside the button, loses nothing, and can be repeated @any-width', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arrive();
  await page.goto('/profile');
  const firstName = page.getByLabel('First Name');
  const save = page.getByRole('button', { name: 'Save Profile' });
  const failed = page.getByRole('button', { name: 'Error!' });
  const alert = page.getByRole('alert');
  await firstName.fill('Ann');
  for (const trouble of ['bad-gateway', 'broken'] as const) {
    network.disturb('PATCH /api/user/profile', trouble);
    await endCall(page, 'PATCH /api/user/profile', () => save.or(failed).click());
    await expect(failed).toBeVisible();
    await expect(alert).toHaveText('Failed to save profile.');
  }
  network.restore();
  await expectFault(pageFaults, /(502|ERR_).*\/api\/user\/profile/);
  await firstName.press('End');
  await page.keyboard.type('a');
  await expect(save).toBeVisible();
  await expect(alert).toHaveCount(0);
  await save.click();
  await expect(page.getByRole('button', { name: 'Saved!' })).toBeVisible();
  await expect(firstName).toHaveValue('Anna');
});

test('[PROF-04, AUTH-11] a profile that cannot be read says so, and without a session leads to the login page @any-width', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arrive();
  const alert = page.getByRole('alert');
  network.disturb('GET /api/user/profile', 'bad-gateway');
  await page.goto('/profile');
  await expect(alert).toHaveText('Failed to load profile.');
  network.disturb('GET /api/user/profile', 'broken');
  await page.reload();
  await expect(alert).toHaveText('Failed to load profile.');
  network.restore();
  const json = { error: 'Something went wrong on our side.', code: 'internal_error' };
  await page.route('**/api/user/profile', (route) => route.fulfill({ status: 500, json }), {
    times: 1,
  });
  await page.reload();
  await expect(alert).toHaveText('Something went wrong on our side.');
  await expectFault(pageFaults, /(50[02]|ERR_).*\/api\/user\/profile/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible();

  await page.getByRole('link', { name: 'Chat' }).click();
  await expect(page.getByRole('heading', { name: 'Ask Avery' })).toBeVisible();
  await page.request.post('/api/user/logout');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/login?from=%2Fprofile');
  await expectFault(pageFaults, /401/);
});

test('[PROF-03, AUTH-07, IDP-13] the account widget and Logout are there, and a logout that fails says so', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arrive();
  await page.goto('/profile');
  await expect(page.getByText(visitor.email)).toBeVisible();
  await expect(page.getByText('Current session')).toBeVisible();
  const logout = page.getByRole('button', { name: 'Logout' });
  network.disturb('POST /api/user/logout', 'broken');
  network.disturb('POST /identity/logout', 'broken');
  await logout.click();
  await expect(page.getByRole('alert')).toHaveText('Logout failed. Please try again.');
  await expectFault(pageFaults, /ERR_.*logout/);
  network.restore();
  await logout.click();
  await expect(page).toHaveURL(/\/login$/);
  const flags = await page.evaluate(() => Object.keys(localStorage));
  expect(flags.filter((key) => key.startsWith('consent:'))).toEqual([]);
  expect((await page.request.get('/api/user/session')).status()).toBe(401);
});
