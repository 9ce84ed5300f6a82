import type { Page } from '@playwright/test';
import { expectNamed } from './support/expect-named.ts';
import type { Network } from './support/network.ts';
import { DOCUMENT_LIST, LOGS, PAGE_LIST, SITE_LIST } from './support/sample-rows.ts';
import { expect, expectFault, test } from './support/test.ts';
import { enterCode, expectSettled } from './support/visitor.ts';

test('[AUTH-01, CHAT-13, PROF-01, ADM-01, LOG-06] no control is without a name, for visitors, members and administrators', async ({
  page,
  visitor,
  product,
  network,
  pageFaults,
}) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  const newest = page.getByRole('article').last();

  // A visitor.
  for (const path of ['/', '/?lang=es', '/legal/terms', '/legal/privacy', '/legal/safety']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNamed(page, path);
  }
  await page.goto('/nowhere?lang=en');
  await expect(page.getByLabel('Email or username')).toBeVisible();
  await expectSettled(page);
  await expectNamed(page, 'sign-in');
  await page.getByLabel('Email or username').fill(visitor.email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(button('Passcode')).toBeVisible();
  await expectNamed(page, 'ways to sign in');
  await button('Back').click();
  await button('Create account').click();
  await expect(heading('Create account')).toBeVisible();
  await expectSettled(page);
  await expectNamed(page, 'sign-up');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const code = await product.readCode(visitor.email);
  // While the widget calls, its button is busy and says nothing.
  await expect(page.locator('input[name="passcode0"]')).toBeFocused();
  await expectNamed(page, 'passcode');
  await enterCode(page, code);
  await expect(button('Skip')).toBeVisible();
  await expectNamed(page, 'the offer of a passkey');
  await button('Skip').click();
  await expect(page).toHaveURL(/\/consent$/);

  // A member.
  await expect(page.getByRole('checkbox')).toBeVisible();
  await expectNamed(page, 'consent');
  await visitor.acceptTerms();
  await expect(heading('Ask Avery')).toBeVisible();
  await expectNamed(page, 'empty chat');
  const answering = network.hold('POST /api/chat');
  await visitor.ask('When can a D1 coach text or call me first?');
  await expect(button('Stop')).toBeVisible();
  await expectNamed(page, 'thinking');
  answering.release();
  await newest.getByRole('button', { name: 'Thumbs up' }).click();
  await expect(newest.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled();
  await expectNamed(page, 'an answer and its feedback');
  await newest
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await expect(button('Close sources')).toBeVisible();
  await expectNamed(page, 'sources');
  await button('Close sources').click();
  network.disturb('POST /api/chat', 'broken');
  await visitor.ask('And then?');
  await expect(newest.getByRole('alert')).toBeVisible();
  await expectNamed(page, 'an apology');
  await expectFault(pageFaults, /ERR_/);
  network.restore();
  await page.goto('/profile');
  await expect(page.getByText(visitor.email)).toBeVisible();
  await expectSettled(page);
  await expectNamed(page, 'profile');
  for (const line of await page.locator('hanko-profile label').all()) {
    await line.click();
    await expectNamed(page, `the account's ${await line.textContent()}`);
  }

  // An administrator.
  await page.context().clearCookies();
  await visitor.arriveAsAdmin();
  await walkConsole(page, network);
});

async function walkConsole(page: Page, network: Network): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  network.reply('GET /api/admin/docs', { body: DOCUMENT_LIST });
  network.reply('GET /api/admin/sites', { body: SITE_LIST });
  network.reply('GET /api/admin/sites/:id/pages', { body: PAGE_LIST });
  network.reply('GET /api/admin/logs', { body: { logs: LOGS } });
  for (const { id } of LOGS) {
    network.reply(`GET /api/admin/logs/${id}/passages`, { body: { passages: [] } });
  }
  await page.goto('/admin');
  await expect(page.getByText('...', { exact: true })).toHaveCount(0);
  await expectNamed(page, 'dashboard');
  await page.goto('/admin/docs');
  await button('Edit Tags').first().click();
  await expect(page.getByPlaceholder('Add tag')).toBeVisible();
  await expectNamed(page, 'documents');
  await page.goto('/admin/sites');
  await button(/^Page report/)
    .first()
    .click();
  await expect(page.getByText('3 kept, 4 skipped')).toBeVisible();
  await button('Edit').last().click();
  await expectNamed(page, 'sites with a report and one in edit');
  await page.keyboard.press('Escape');
  await button('Delete').last().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNamed(page, 'the question before a delete');
  await page.goto('/admin/logs');
  await page.getByText('Coverage', { exact: true }).click();
  await expect(page.getByText('Loading sources...')).toHaveCount(0);
  await expectNamed(page, 'logs');
  await page.getByRole('table').locator('tbody tr').first().getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toContainText('Log 1 of');
  await expectNamed(page, 'a log');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await expectNamed(page, 'users');
}
