import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/admin-test.ts';
import { ADMIN, replyToCalls, FAILURES, failures, SUCCESSES } from '../support/minimal-replies.ts';
import { ODD_DOCUMENTS, ODD_LOGS, ODD_SITES } from '../support/sample-rows.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

/** The administrator's screens with the least that the specification promises of each call. */

const DOCUMENTS = 'GET /api/admin/docs';
const SITES = 'GET /api/admin/sites';
const LOGS = 'GET /api/admin/logs';
const FILE = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan.') };

const rowsOf = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

/** Nothing that a program says where a person should read something, and no box without content. */
async function expectSound(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main).not.toContainText(/Invalid|undefined|\bnull\b|NaN|\[object/);
  const boxes = main.locator('td span, td a, td button:not([aria-label])');
  await expect(boxes.filter({ hasText: /^$/ }).filter({ visible: true })).toHaveCount(0);
}

test('[ADM-02, ADM-03] dashboard: a count is a number, or 0', async ({ page, pageFaults }) => {
  const calls = await replyToCalls(page, ADMIN);
  const count = page.getByRole('main').getByRole('definition');
  for (const [reply, shown] of [
    [{ json: { count: 12, of: 'documents' } }, '12'],
    [{ json: { count: '12' } }, '0'],
    [{ json: { count: null } }, '0'],
    ...SUCCESSES.map(([, reply]) => [reply, '0'] as const),
    ...FAILURES.map((reply) => [reply, '0'] as const),
    ['broken', '0'],
  ] as const) {
    calls.reply({ [`${DOCUMENTS}/count`]: reply, [`${SITES}/count`]: reply });
    await page.goto('/admin');
    await expect(count).toHaveText([shown, shown, '0']);
  }
  await expectFault(pageFaults, /\/api\/admin\//);
});

test('[DOC-02, DOC-03, DOC-06, DOC-08] documents: an odd row hides no other, and a list that fails says why', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, ADMIN);
  const alert = page.getByRole('main').getByRole('alert');
  for (const [name, reply, text] of failures('Failed to fetch documents')) {
    calls.reply({ [DOCUMENTS]: reply });
    await page.goto('/admin/docs');
    await expect(alert, name).toHaveText(text);
  }
  for (const documents of [[], null, undefined]) {
    calls.reply({ [DOCUMENTS]: { json: { documents, total: 0 } } });
    await page.goto('/admin/docs');
    await expect(page.getByText('No documents yet.')).toBeVisible();
  }
  calls.reply({ [DOCUMENTS]: { json: { documents: ODD_DOCUMENTS, next: null } } });
  await page.goto('/admin/docs');
  await expect(rowsOf(page)).toHaveCount(7);
  await expect(rowOf(page, 'Guide.pdf').getByRole('cell').nth(1)).toHaveText('03/01/2026');
  await expect(rowOf(page, 'Day.docx').getByRole('cell').nth(1)).toHaveText('03/01/2026');
  await expect(rowOf(page, 'Date').first()).toContainText('archived');
  await expect(rowOf(page, 'Tags.txt').getByRole('cell').nth(3)).toHaveText('a2026');
  await expectSound(page);
  await expectFault(pageFaults, /\/api\/admin\/docs/);
});

test('[DOC-04, DOC-05, DOC-06, DOC-07, DOC-08] documents: every success of a change is one, and a failure says why', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, {
    ...ADMIN,
    [DOCUMENTS]: { json: { documents: [{ id: 7, filename: 'Guide.pdf' }] } },
  });
  await page.goto('/admin/docs');
  const row = rowsOf(page).first();
  const form = page.getByRole('form', { name: 'Upload a document' });
  const card = page.getByRole('region', { name: 'Uploaded Documents' });
  const upload = async () => {
    await page.locator('input[type="file"]').setInputFiles(FILE);
    await buttonIn(form, 'Upload').click();
  };
  const saveTags = async () => {
    await buttonIn(row, 'Edit Tags').click();
    await buttonIn(row, 'Save').click();
  };
  const remove = () => buttonIn(row, 'Delete').click();
  const changes: [string, string, () => Promise<void>, Locator][] = [
    ['POST /api/admin/docs/upload', 'Upload failed', upload, form.getByRole('alert')],
    ['PATCH /api/admin/docs/7/tags', 'Failed to update tags', saveTags, row.getByRole('alert')],
    ['DELETE /api/admin/docs/7', 'Delete failed', remove, card.getByRole('alert')],
  ];
  for (const [call, fallback, act, alert] of changes) {
    for (const [name, failure, text] of failures(fallback)) {
      calls.reply({ [call]: failure });
      await act();
      await expect(alert, `${call}, ${name}`).toHaveText(text);
      if (call.startsWith('PATCH')) await buttonIn(row, 'Cancel').click();
    }
    for (const [name, success] of SUCCESSES) {
      calls.reply({ [call]: success });
      const reload = page.waitForRequest(`**${DOCUMENTS.slice('GET '.length)}`);
      await act();
      await reload;
      await expect(alert, `${call}, ${name}`).toHaveCount(0);
      await expect(buttonIn(row, 'Edit Tags')).toBeEnabled();
    }
  }
  await expectFault(pageFaults, /\/api\/admin\/docs/);
});

test('[SITE-03, SITE-07, SITE-08] sites: an odd row hides no other, and a list that fails is empty', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, ADMIN);
  for (const reply of [...FAILURES, { json: { sites: null } }, { json: {} }, 'broken' as const]) {
    calls.reply({ [SITES]: reply });
    await page.goto('/admin/sites');
    await expect(page.getByText('No sites to display.')).toBeVisible();
  }
  calls.reply({ [SITES]: { json: { sites: ODD_SITES, next: null } } });
  await page.goto('/admin/sites');
  await expect(rowsOf(page)).toHaveCount(7);
  const cells = (url: string) => rowOf(page, `${url}.example`).getByRole('cell');
  await expect(cells('good').nth(3)).toHaveText('03/01/2026');
  for (const url of ['bare', 'nulls', 'empty']) {
    await expect(cells(url).nth(2)).toHaveText('pending');
    await expect(cells(url).nth(3)).toHaveText('Never');
  }
  await expect(cells('odd').nth(2)).toHaveText('pending');
  await expect(cells('extras').nth(2)).toHaveText('scraping');
  await expectSound(page);
  await expectFault(pageFaults, /\/api\/admin\/sites/);
});

test('[SITE-04, SITE-05, SITE-06, SITE-09, SITE-10] sites: every success of a change is one, and a failure says why', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, {
    ...ADMIN,
    [SITES]: { json: { sites: [{ id: 7, url: 'https://good.example/' }] } },
  });
  await page.goto('/admin/sites');
  const row = rowsOf(page).first();
  const message = page.getByRole('main').getByRole('alert');
  const changes: [string, string, string, () => Promise<void>][] = [
    [
      'POST /api/admin/sites',
      'Failed to add site',
      'Site added successfully!',
      async () => {
        await page.getByLabel('Site URL').first().fill('https://new.example/');
        await page.getByRole('button', { name: 'Add Site' }).click();
      },
    ],
    [
      'PATCH /api/admin/sites/7',
      'Failed to update site',
      'Site updated successfully!',
      async () => {
        const edit = buttonIn(row, 'Edit');
        if (await edit.isVisible()) await edit.click();
        await buttonIn(row, 'Save').click();
      },
    ],
    [
      'POST /api/admin/sites/7/scrape',
      'Scraping failed',
      'Site scraping started successfully!',
      async () => {
        if (await buttonIn(row, 'Cancel').isVisible()) await buttonIn(row, 'Cancel').click();
        await buttonIn(row, 'Scrape').click();
      },
    ],
    [
      'DELETE /api/admin/sites/7',
      'Failed to delete site',
      'Site deleted successfully!',
      async () => {
        await buttonIn(row, 'Delete').click();
        await buttonIn(page.getByRole('alertdialog'), 'Delete').click();
      },
    ],
  ];
  for (const [call, fallback, success, act] of changes) {
    for (const [name, failure, text] of failures(fallback)) {
      calls.reply({ [call]: failure });
      await act();
      await expect(message, `${call}, ${name}`).toHaveText(text);
    }
    for (const [name, reply] of SUCCESSES) {
      calls.reply({ [call]: reply });
      const reload = page.waitForRequest(`**${SITES.slice('GET '.length)}`);
      await act();
      await reload;
      await expect(page.getByRole('main').getByText(success), `${call}, ${name}`).toBeVisible();
      await expect(buttonIn(row, 'Edit')).toBeEnabled();
    }
  }
  await expectFault(pageFaults, /\/api\/admin\/sites/);
});

test('[LOG-02, LOG-04, LOG-06, LOG-07, LOG-10] logs: an odd row hides no other, and a list that fails says why', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, ADMIN);
  const card = page.getByRole('region', { name: 'Chat logs' });
  for (const [name, reply, text] of failures('Failed to fetch logs')) {
    calls.reply({ [LOGS]: reply });
    await page.goto('/admin/logs');
    await expect(card.getByRole('alert'), name).toHaveText(text);
  }
  for (const logs of [[], null, undefined]) {
    calls.reply({ [LOGS]: { json: { logs, page: 1 } } });
    await page.goto('/admin/logs');
    await expect(page.getByText('No conversations yet.')).toBeVisible();
  }
  calls.reply({ [LOGS]: { json: { logs: ODD_LOGS, next: null } } });
  await page.goto('/admin/logs');
  await expect(rowsOf(page)).toHaveCount(5);
  const good = rowOf(page, 'A good question');
  await expect(good).toContainText('0.88');
  await expect(good).toHaveAttribute('data-feedback', 'up');
  const odd = rowOf(page, 'Odd values');
  await expect(odd).toContainText('A comment');
  await expect(odd.getByRole('cell').nth(5)).toHaveText('Bare.pdfOdd.pdf');
  for (const prompt of ['No more than a question', 'All else is missing', 'The same id']) {
    await expect(rowOf(page, prompt)).not.toHaveAttribute('data-feedback');
  }
  await expectSound(page);
  for (const [name, count] of Object.entries({ All: 5, Helpful: 1, 'With Comments': 2 })) {
    await expect(
      page.getByRole('button', { name: new RegExp(`^${name}.*${count}$`) }),
    ).toBeVisible();
  }
  await page.getByLabel('Start Date').fill('2026-03-01');
  await expect(page.getByText('Filtered: Showing 1 of 5 total logs')).toBeVisible();
  await expectFault(pageFaults, /\/api\/admin\/logs/);
});
