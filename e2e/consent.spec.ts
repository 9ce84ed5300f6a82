import { readUserId } from './support/page-calls.ts';
import { expect, expectFault, test } from './support/test.ts';

test('[CONS-01, CONS-02, CONS-04, CONS-05, CONS-06] consent needs the tick, says what went wrong, and leads to the chat', async ({
  page,
  visitor,
  network,
  pageFaults,
}) => {
  await visitor.register();
  const userId = await readUserId(page);
  const dialog = page.getByRole('dialog', { name: 'Welcome to Pathway' });
  const checkbox = dialog.getByRole('checkbox', { name: /^I accept/ });
  const proceed = dialog.getByRole('button', { name: 'Continue' });
  await expect(checkbox).toBeFocused();
  await expect(checkbox).not.toBeChecked();
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    const href = await dialog.getByRole('link', { name }).getAttribute('href');
    expect((await page.request.get(href ?? '')).status()).toBe(200);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  await proceed.click();
  const mustAccept = 'You must accept the Terms of Service and Privacy Policy.';
  await expect(dialog.getByRole('alert')).toHaveText(mustAccept);
  await expect(checkbox).toBeFocused();
  await expect(checkbox).toHaveAttribute('aria-invalid', 'true');

  await checkbox.check();
  network.disturb('POST /api/consent', 'bad-gateway');
  await proceed.click();
  const failed = 'Failed to record consent. Please try again.';
  await expect(dialog.getByRole('alert')).toHaveText(failed);
  await expectFault(pageFaults, /502.*\/api\/consent/);
  network.disturb('POST /api/consent', 'broken');
  await proceed.click();
  await expect(dialog.getByRole('alert')).toHaveText('Network error. Please try again.');
  await expectFault(pageFaults, /ERR_.*\/api\/consent/);
  network.restore();

  const answer = network.hold('POST /api/consent');
  const sent = page.waitForRequest('**/api/consent');
  await proceed.click();
  expect((await sent).postDataJSON()).toEqual({ consent_version: '2025-06-30', user_id: userId });
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  answer.release();
  await expect(page).toHaveURL(/\/chat$/);

  const query = `user_id=${userId}&version=2025-06-30`;
  const status = await page.request.get(`/api/consent/status?${query}`);
  expect(await status.json()).toEqual({ consentGiven: true });
  expect(
    await page.evaluate((key) => localStorage.getItem(key), `consent:2025-06-30:${userId}`),
  ).toBe('true');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ask Avery' })).toBeVisible();
});

test('[CONS-03, CONS-04, CONS-05, CONS-06] the public tier is asked for name and e-mail as well @any-width', async ({
  page,
  visitor,
  product,
  network,
  pageFaults,
}) => {
  await visitor.register();
  await product.runScript('admin', 'tier', 'public', visitor.email);
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Welcome to Pathway' });
  const firstName = dialog.getByLabel('First name');
  const lastName = dialog.getByLabel('Last name');
  const email = dialog.getByLabel('Email');
  const proceed = dialog.getByRole('button', { name: 'Continue' });
  await expect(firstName).toBeFocused();

  const missing = 'Please enter your first name, last name, and email.';
  await proceed.click();
  await expect(dialog.getByRole('alert')).toHaveText(missing);
  await firstName.fill('Sky');
  await lastName.fill('   ');
  await email.fill('nobody');
  await proceed.click();
  await expect(dialog.getByRole('alert')).toHaveText(missing);
  await expect(lastName).toBeFocused();
  await lastName.fill('Lee');
  await proceed.click();
  const mustAccept = 'You must accept the Terms of Service and Privacy Policy.';
  await expect(dialog.getByRole('alert')).toHaveText(mustAccept);

  await dialog.getByRole('checkbox', { name: /^I accept/ }).check();
  await proceed.click();
  await expect(dialog.getByRole('alert'), 'an address that is none').toHaveText(
    'Failed to record consent.',
  );
  await expectFault(pageFaults, /400.*\/api\/consent\/public/);
  await email.fill('sky@example.com');
  network.disturb('POST /api/consent/public', 'broken');
  await proceed.click();
  await expect(dialog.getByRole('alert')).toHaveText('Network error. Please try again.');
  await expectFault(pageFaults, /ERR_.*\/api\/consent\/public/);
  network.restore();

  const sent = page.waitForRequest('**/api/consent/public');
  await proceed.click();
  await expect(page).toHaveURL(/\/chat$/);
  const stored = await page.evaluate(() => localStorage.getItem('public-session-id'));
  expect((await sent).postDataJSON()).toEqual({
    consent_type: 'public',
    version: '2025-06-30',
    session_id: stored,
    first_name: 'Sky',
    last_name: 'Lee',
    email: 'sky@example.com',
  });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ask Avery' })).toBeVisible();
});
