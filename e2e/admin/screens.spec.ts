import type { Page } from '@playwright/test';
import { expect, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { DOCUMENT_LIST, LOGS, PAGE_LIST, SITE_LIST } from '../support/sample-rows.ts';
import { expectFault } from '../support/test.ts';

const WORKING_SIZE = { width: 1280, height: 800 };
const SIZES = [WORKING_SIZE, { width: 390, height: 844 }];
const DOCUMENTS = 'GET /api/admin/docs';
const SITES = 'GET /api/admin/sites';
const LOG_LIST = 'GET /api/admin/logs';
const REPORT = 'GET /api/admin/sites/:id/pages';
const FILE = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan.') };

/** As `expectAccessible`, in both widths. */
async function expectSound(page: Page, state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessible(page, `${state} at ${size.width}`);
  }
  await page.setViewportSize(WORKING_SIZE);
}

test('[ADM-01, ADM-02, ADM-04, DOC-02, DOC-04, DOC-06] frame, dashboard, users and documents are accessible in every state', async ({
  page,
  network,
  pageFaults,
}) => {
  const counts = [
    network.hold('GET /api/admin/docs/count'),
    network.hold('GET /api/admin/sites/count'),
  ];
  await page.goto('/admin');
  await expect(page.getByText('...')).toHaveCount(2);
  await expectSound(page, 'dashboard that counts');
  for (const held of counts) held.release();
  await expect(page.getByText('...')).toHaveCount(0);
  await expectSound(page, 'dashboard');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await expectSound(page, 'users');

  network.reply(DOCUMENTS, { body: DOCUMENT_LIST });
  await page.goto('/admin/docs');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  network.reply('DELETE /api/admin/docs/:id', { status: 500 });
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect(page.getByText('Delete failed')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Tags' }).first().click();
  network.reply('PATCH /api/admin/docs/:id/tags', { status: 500 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveCount(3);
  await expectSound(page, 'documents with every message');
  network.hold('DELETE /api/admin/docs/:id');
  await page.getByRole('button', { name: 'Delete' }).last().click();
  network.hold('PATCH /api/admin/docs/:id/tags');
  await page.getByRole('button', { name: 'Save' }).click();
  network.hold('POST /api/admin/docs/upload');
  await page.locator('input[type="file"]').setInputFiles(FILE);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const name of ['Deleting...', 'Saving...', 'Uploading...']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  await expectSound(page, 'documents with everything busy');
  network.reply(DOCUMENTS, { status: 500 });
  await page.goto('/admin/docs');
  await expect(page.getByText('Failed to fetch documents')).toBeVisible();
  await expectSound(page, 'documents that failed');
  const held = network.hold(DOCUMENTS);
  await page.goto('/admin/docs');
  await expect(page.getByText('Loading documents...')).toBeVisible();
  await expectSound(page, 'documents that load');
  network.reply(DOCUMENTS, { body: { documents: [] } });
  held.release();
  await page.goto('/admin/docs');
  await expect(page.getByText('No documents yet.')).toBeVisible();
  await expectSound(page, 'no documents');
  await expectFault(pageFaults, /\/api\/admin\//);
});

test('[SITE-01, SITE-04, SITE-06, SITE-07, SITE-08] sites are accessible in every state', async ({
  page,
  network,
  pageFaults,
}) => {
  network.reply(SITES, { body: { sites: [] } });
  await page.goto('/admin/sites');
  await expect(page.getByText('No sites to display.')).toBeVisible();
  await expectSound(page, 'no sites');
  await page.getByLabel('Site URL').fill('https://example.com:8443/');
  await page.getByRole('button', { name: 'Add Site' }).click();
  await expect(page.getByLabel('Site URL')).toHaveAttribute('aria-invalid', 'true');
  await expectSound(page, 'an address that is refused');
  const held = network.hold(SITES);
  await page.goto('/admin/sites');
  const list = page.getByRole('region', { name: 'Trusted sites' });
  await expect(list.getByText('Loading...')).toBeVisible();
  await expectSound(page, 'sites that load');
  held.release();
  network.reply(SITES, { body: SITE_LIST });
  network.reply('POST /api/admin/sites/:id/scrape', { status: 500 });
  network.reply(REPORT, { body: PAGE_LIST });
  await page.goto('/admin/sites');
  await page
    .getByRole('button', { name: /^Page report/ })
    .first()
    .click();
  await expect(page.getByText('3 kept, 4 skipped')).toBeVisible();
  await page.getByRole('button', { name: 'Scrape' }).last().click();
  const message = page.getByText('Scraping failed');
  // A message stays while the pointer rests on it.
  await message.hover();
  await expectSound(page, 'sites with a report');
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectSound(page, 'the question before a delete');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit' }).last().click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expectSound(page, 'a site in edit');
  await page.keyboard.press('Escape');

  network.reply(REPORT, { status: 500 });
  await page
    .getByRole('button', { name: /^Page report/ })
    .nth(1)
    .click();
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch pages');
  network.hold('POST /api/admin/sites/:id/scrape');
  await page.getByRole('button', { name: 'Scrape' }).last().click();
  network.hold('DELETE /api/admin/sites/:id');
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  network.hold('POST /api/admin/sites');
  await page.getByLabel('Site URL').fill('https://new.example/');
  await page.getByRole('button', { name: 'Add Site' }).click();
  for (const name of ['Scraping...', 'Deleting...', 'Adding...']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  await expectSound(page, 'sites with everything busy and a report that failed');
  await expectFault(pageFaults, /\/api\/admin\//);
});

test('[LOG-04, LOG-06, LOG-07] logs are accessible in every state', async ({
  page,
  network,
  pageFaults,
}) => {
  const held = network.hold(LOG_LIST);
  await page.goto('/admin/logs');
  await expect(page.getByText('Loading logs...')).toBeVisible();
  await expectSound(page, 'logs that load');
  held.release();
  network.reply(LOG_LIST, { body: { logs: LOGS } });
  await page.goto('/admin/logs');
  await expect(page.getByRole('table')).toBeVisible();
  network.reply(SITES, { status: 500 });
  await page.getByText('Coverage', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sources never used' })).toBeVisible();
  await expect(page.getByText('Failed to fetch sources')).toBeVisible();
  await expectSound(page, 'logs with coverage that failed in part');
  network.free(SITES);
  await page.reload();
  await page.getByText('Coverage', { exact: true }).click();
  await expect(page.getByText('Loading sources...')).toHaveCount(0);
  await expectSound(page, 'logs with coverage');
  // A tooltip goes when the page scrolls, so this state is looked at as it stands.
  const long = page.getByRole('button', { name: /^Line 1 of the answer/ });
  await long.scrollIntoViewIfNeeded();
  await long.hover();
  await expect(page.getByRole('tooltip')).toContainText('Line 40');
  await expectAccessible(page, 'a full text open');
  await page.getByRole('button', { name: /^Needs Improvement/ }).click();
  await expectSound(page, 'filtered logs');
  network.reply(LOG_LIST, { body: { logs: [] } });
  await page.goto('/admin/logs');
  await expect(page.getByText('No conversations yet.')).toBeVisible();
  await expectSound(page, 'no logs');
  network.reply(LOG_LIST, { status: 500 });
  await page.goto('/admin/logs');
  await expect(page.getByText('Failed to fetch logs')).toBeVisible();
  await expectSound(page, 'logs that failed');
  await expectFault(pageFaults, /\/api\/admin\//);
});
