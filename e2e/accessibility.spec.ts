import { expectAccessible } from './support/expect-accessible.ts';
import { expect, expectFault, test } from './support/test.ts';
import { enterCode } from './support/visitor.ts';

const QUESTION = 'When can a D1 coach text or call me first?';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('[NAV-02, NAV-04, AUTH-01, AUTH-03] landing, legal pages and sign-in have no accessibility violation', async ({
  page,
  visitor,
  product,
  network,
  pageFaults,
}) => {
  for (const path of ['/', '/legal/terms', '/legal/privacy', '/legal/safety']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
  const session = network.hold('GET /api/user/session');
  await page.goto('/chat');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expectAccessible(page, 'loading');
  session.release();
  await expect(page.getByLabel('Email or username')).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expectAccessible(page, 'sign-in');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expectAccessible(page, 'sign-up');
  await page.getByLabel('Email', { exact: true }).fill(visitor.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const code = await product.readCode(visitor.email);
  await enterCode(page, code === '000000' ? '000001' : '000000');
  await expect(page.locator('[part~=error]')).toBeVisible();
  await expectAccessible(page, 'wrong passcode');
  await expectFault(pageFaults, /\/identity\//);
  await enterCode(page, code);
  network.disturb('POST /api/hanko/callback', 'bad-gateway');
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('alert')).toHaveText('Backend session creation failed.');
  await expectAccessible(page, 'failed sign-in');
  await expectFault(pageFaults, /502.*\/api\/hanko\/callback/);
  await page.goto('/outbox');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page, 'outbox');
});

test('[AUTH-01, AUTH-04, IDP-13, IDP-16] the further screens of sign-in and account have no accessibility violation', async ({
  page,
  visitor,
  product,
  pageFaults,
}) => {
  await page.route('**/assets/elements-*.js', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await expectAccessible(page, 'sign-in that cannot be loaded');
  await expectFault(pageFaults, /ERR_|cannot be loaded/);
  await page.unroute('**/assets/elements-*.js');
  await page.route('**/identity/login', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'An error has occurred' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expectAccessible(page, 'sign-in that cannot begin');
  await expectFault(pageFaults, /ERR_|page error/);
  await page.unroute('**/identity/login');
  for (const [path, note] of [
    ['/nowhere', 'There is no page at that address.'],
    ['/profile', 'Please sign in first.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(note)).toBeVisible();
    await expect(page.getByLabel('Email or username')).toBeVisible();
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expectAccessible(page, note);
  }
  await page.getByLabel('Email or username').fill(visitor.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Passcode' })).toBeVisible();
  await expectAccessible(page, 'ways to sign in');
  await page.getByRole('button', { name: 'Password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page, 'a password');

  await page.goto('/login');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await enterCode(page, await product.readCode(visitor.email));
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await expectAccessible(page, 'the offer of a passkey');
  await page.getByRole('button', { name: 'Skip' }).click();
  await visitor.acceptTerms();
  await page.goto('/profile');
  await expect(page.getByText(visitor.email)).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  for (const entry of [visitor.email, 'Add email', 'Set password', 'Current session']) {
    await page.locator('hanko-profile label', { hasText: entry }).click();
    await expectAccessible(page, `the account's ${entry}`);
  }
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByLabel('Yes, delete this account.')).toBeVisible();
  await expectAccessible(page, 'the question before the account is deleted');
  await page.getByLabel('Yes, delete this account.').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expect(page.getByLabel('Email or username')).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expectAccessible(page, 'a deleted account');
});

test('[NAV-06, CONS-01, CONS-02, CONS-03, CONS-06] consent has no accessibility violation', async ({
  page,
  visitor,
  product,
  network,
  pageFaults,
}) => {
  await visitor.register();
  const proceed = page.getByRole('button', { name: 'Continue' });
  await expectAccessible(page, 'consent');
  await proceed.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'not accepted');
  await product.runScript('admin', 'tier', 'public', visitor.email);
  await page.goto('/profile');
  await expect(page.getByText('Please complete consent to continue...')).toBeVisible();
  await expectAccessible(page, 'gate');
  await page.goto('/consent');
  await proceed.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'fields missing');
  for (const name of ['First name', 'Last name']) await page.getByLabel(name).fill('Sky');
  await page.getByLabel('Email').fill('sky@example.com');
  await page.getByRole('checkbox').check();
  network.disturb('POST /api/consent/public', 'broken');
  await proceed.click();
  await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
  await expectAccessible(page, 'failed consent');
  await expectFault(pageFaults, /ERR_/);
  network.restore();
  network.hold('POST /api/consent/public');
  await proceed.click();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await expectAccessible(page, 'submitting');
});

test('[CHAT-01, CHAT-03, CHAT-09, CHAT-12, CHAT-13, FB-02, FB-05] the chat has no accessibility violation', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arrive();
  const newest = page.getByRole('article').last();
  await expectAccessible(page, 'empty chat');
  const thinking = network.hold('POST /api/chat');
  await visitor.ask(QUESTION);
  await expect(page.getByText('Avery is thinking...')).toBeVisible();
  await expectAccessible(page, 'thinking');
  thinking.release();
  // Half under the composer, where a long answer leaves it, it would be a small target.
  await newest.getByRole('button', { name: 'Thumbs up' }).scrollIntoViewIfNeeded();
  await expectAccessible(page, 'answer');
  await newest
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Close sources' })).toBeVisible();
  await expectAccessible(page, 'open source');
  await page.keyboard.press('Escape');

  network.disturb('POST /api/feedback', 'broken');
  await newest.getByRole('button', { name: 'Thumbs down' }).click();
  await expect(newest.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'failed feedback');
  network.restore();
  await newest.getByRole('button', { name: 'Thumbs down' }).click();
  const submit = newest.getByRole('button', { name: 'Submit Feedback' });
  await expect(submit).toBeEnabled();
  await expectAccessible(page, 'feedback form');
  await submit.click();
  await expect(newest.getByText('Thank you for your feedback!')).toBeVisible();
  await expectAccessible(page, 'thanks');

  network.hold('POST /api/chat', { afterPieces: 3 });
  await visitor.ask(QUESTION);
  await expect(newest).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page, 'streaming');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped')).toBeVisible();
  network.disturb('POST /api/chat', 'broken');
  await visitor.ask(QUESTION);
  await expect(newest.getByRole('alert')).toBeVisible();
  await page.getByPlaceholder('Type your message...').fill('x'.repeat(500));
  await expectAccessible(page, 'stopped, apology and full field');
  network.restore();
  network.disturb('GET /api/chat/history', 'bad-gateway');
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'history missing');
  await expectFault(pageFaults, /(ERR_|502)/);
});

test('[PROF-01, PROF-02, PROF-03, PROF-04, AUTH-07] the profile has no accessibility violation', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.arrive();
  const loading = network.hold('GET /api/user/profile');
  await page.goto('/profile');
  await expect(page.getByText('Current session')).toBeVisible();
  await expectAccessible(page, 'profile loading');
  loading.release();
  const save = page.getByRole('button', { name: 'Save Profile' });
  await expect(save).toBeVisible();
  await expectAccessible(page, 'profile');
  network.hold('PATCH /api/user/profile');
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await expectAccessible(page, 'saving');
  network.restore();
  await expect(save).toBeVisible();
  network.disturb('PATCH /api/user/profile', 'broken');
  await save.click();
  await expect(page.getByText('Failed to save profile.')).toBeVisible();
  network.disturb('POST /api/user/logout', 'broken');
  network.disturb('POST /identity/logout', 'broken');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logout failed. Please try again.')).toBeVisible();
  await expectAccessible(page, 'failed save and logout');
  network.restore();
  network.disturb('GET /api/user/profile', 'bad-gateway');
  await page.reload();
  await expect(page.getByText('Failed to load profile.')).toBeVisible();
  await expectAccessible(page, 'profile missing');
  await expectFault(pageFaults, /(ERR_|502)/);
});
