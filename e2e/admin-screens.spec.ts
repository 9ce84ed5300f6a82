import type { Page } from '@playwright/test';
import { controlCalls } from './support/control-calls.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { forgiveRefusals } from './support/forgive-refusals.ts';
import { LOGS } from './support/sample-logs.ts';
import { expect, test } from './support/test.ts';

const WORKING_SIZE = { width: 1280, height: 800 };
const SIZES = [WORKING_SIZE, { width: 390, height: 844 }];
const DOCUMENTS = 'GET /api/admin/docs';
const SITES = 'GET /api/admin/sites';
const LOG_LIST = 'GET /api/admin/logs';

const document = { created_at: '2026-03-01T03:00:00Z', tags: ['eligibility', 'grade 11'] };
const DOCUMENT_LIST = {
  documents: ['Ready', 'Processing', 'pending', 'Error: no text was found'].map(
    (status, index) => ({
      ...document,
      id: `0000000${index}-0000-4000-8000-000000000000`,
      filename: `A rather long name of a document number ${index}.pdf`,
      status,
    }),
  ),
};
const SITE_LIST = {
  sites: ['ready', 'scraping', 'error', 'pending'].map((status, index) => ({
    id: `0000000${index}-0000-4000-8000-000000000000`,
    url: `https://${status}.example/recruiting/guide`,
    tags: ['news'],
    status,
    last_scraped: status === 'ready' ? '2026-03-01T03:00:00Z' : null,
    ...(status === 'error' && { reason: 'excluded by robots.txt' }),
    ...(status === 'scraping' && { progress: { done: 3, found: 12 } }),
  })),
};

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
  visitor,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const calls = await controlCalls(page);
  await page.goto('/admin');
  await expect(page.getByText('...')).toHaveCount(0);
  await expectSound(page, 'dashboard');
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await expectSound(page, 'users');

  calls.answer(DOCUMENTS, { body: DOCUMENT_LIST });
  await page.goto('/admin/docs');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  calls.answer('DELETE /api/admin/docs/:id', { status: 500 });
  await page.getByRole('button', { name: 'Delete' }).last().click();
  await expect(page.getByText('Delete failed')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Tags' }).first().click();
  calls.answer('PATCH /api/admin/docs/:id/tags', { status: 500 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveCount(3);
  await expectSound(page, 'documents with every message');
  calls.answer(DOCUMENTS, { status: 500 });
  await page.goto('/admin/docs');
  await expect(page.getByText('Failed to fetch documents')).toBeVisible();
  await expectSound(page, 'documents that failed');
  const release = calls.hold(DOCUMENTS);
  await page.goto('/admin/docs');
  await expect(page.getByText('Loading documents...')).toBeVisible();
  await expectSound(page, 'documents that load');
  calls.answer(DOCUMENTS, { body: { documents: [] } });
  release();
  await page.goto('/admin/docs');
  await expect(page.getByText('No documents yet.')).toBeVisible();
  await expectSound(page, 'no documents');
  forgiveRefusals(pageFaults);
});

test('[SITE-01, SITE-04, SITE-06, SITE-07, SITE-08] sites are accessible in every state', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const calls = await controlCalls(page);
  calls.answer(SITES, { body: { sites: [] } });
  await page.goto('/admin/sites');
  await expect(page.getByText('No sites to display.')).toBeVisible();
  await expectSound(page, 'no sites');
  calls.answer(SITES, { body: SITE_LIST });
  calls.answer('POST /api/admin/sites/:id/scrape', { status: 500 });
  calls.answer('GET /api/admin/sites/:id/pages', {
    body: {
      pages: [
        {
          url: 'https://ready.example/recruiting/guide',
          outcome: 'kept',
          reason: null,
          change: 'new',
        },
        {
          url: 'https://ready.example/private',
          outcome: 'skipped',
          reason: 'excluded by robots.txt',
          change: null,
        },
      ],
    },
  });
  await page.goto('/admin/sites');
  await page
    .getByRole('button', { name: /^Page report/ })
    .first()
    .click();
  await expect(page.getByText('1 kept, 1 skipped')).toBeVisible();
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

  forgiveRefusals(pageFaults);
});

test('[LOG-04, LOG-06, LOG-07] logs are accessible in every state', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const calls = await controlCalls(page);
  calls.answer(LOG_LIST, { body: { logs: LOGS } });
  await page.goto('/admin/logs');
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByText('Coverage', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sources never used' })).toBeVisible();
  await expectSound(page, 'logs with coverage');
  // A tooltip goes when the page scrolls, so this state is looked at as it stands.
  const long = page.getByRole('button', { name: /^Line 1 of the answer/ });
  await long.scrollIntoViewIfNeeded();
  await long.hover();
  await expect(page.getByRole('tooltip')).toContainText('Line 40');
  await expectAccessible(page, 'a full text open');
  await page.getByRole('button', { name: /^Needs Improvement/ }).click();
  await expectSound(page, 'filtered logs');
  calls.answer(LOG_LIST, { body: { logs: [] } });
  await page.goto('/admin/logs');
  await expect(page.getByText('No conversations yet.')).toBeVisible();
  await expectSound(page, 'no logs');
  calls.answer(LOG_LIST, { status: 500 });
  await page.goto('/admin/logs');
  await expect(page.getByText('Failed to fetch logs')).toBeVisible();
  await expectSound(page, 'logs that failed');
  forgiveRefusals(pageFaults);
});
