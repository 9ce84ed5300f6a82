import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-test.ts';
import { LOGS } from '../support/sample-rows.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

const PHONE = { width: 390, height: 844 };
const DOCUMENTS = 'GET /api/admin/docs';
const SITES = 'GET /api/admin/sites';
const LOG_LIST = 'GET /api/admin/logs';
const SCREENS = [
  ['Dashboard', '/admin'],
  ['Documents', '/admin/docs'],
  ['Sites', '/admin/sites'],
  ['Logs', '/admin/logs'],
  ['Users', '/admin/users'],
] as const;
/** As long as the server takes them, with no place to break. */
const LONG_NAME = `${'Handbook'.repeat(25).slice(4)}.pdf`;
const LONG_ADDRESS = `https://long.example/${'guide'.repeat(390)}`;
const LONG_TAG = 'eligibility'.repeat(5).slice(0, 50);
const LONG_PROMPT = 'W'.repeat(500);

async function addSite(page: Page): Promise<{ id: string; url: string }> {
  const url = `https://${randomUUID().slice(0, 8)}.example/`;
  const reply = await page.request.post('/api/admin/sites', { data: { url, tags: [] } });
  return ((await reply.json()) as { site: { id: string; url: string } }).site;
}

async function addDocument(page: Page): Promise<{ id: string; filename: string }> {
  const name = `${randomUUID()}.txt`;
  const buffer = Buffer.from(`The ${name} team meets on Monday evening.`);
  const reply = await page.request.post('/api/admin/docs/upload', {
    multipart: { file: { name, mimeType: 'text/plain', buffer } },
  });
  return ((await reply.json()) as { document: { id: string; filename: string } }).document;
}

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Before it, the heading is that of the page that waits for the session.
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^(?:Loading|\.\.\.)/)).toHaveCount(0);
}

test('[NAV-10, ADM-01] a session that ends in the middle of the work leads to the sign-in, from every admin page', async ({
  page,
  context,
  pageFaults,
}) => {
  const cookies = await context.cookies();
  for (const [index, [, path]] of SCREENS.entries()) {
    await context.addCookies(cookies);
    await openScreen(page, path);
    // What the screen asks for by itself has got its reply.
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    const [next] = SCREENS[index === 1 ? 2 : 1];
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: next }).click();
    await expect(page).toHaveURL(/\/login/);
  }
  await expectFault(pageFaults, /401.*\/api\//);
});

test('[NAV-10, ADM-01] whose rights are taken away in the middle of the work is led out of every admin page', async ({
  context,
  page,
  product,
  adminEmail,
  pageFaults,
}) => {
  const site = await addSite(page);
  const document = await addDocument(page);
  const [documents, sites, logs] = [page, await context.newPage(), await context.newPage()];
  await openScreen(documents, '/admin/docs');
  await openScreen(sites, '/admin/sites');
  await openScreen(logs, '/admin/logs');
  await product.runScript('admin', 'revoke', adminEmail);

  await documents.bringToFront();
  await buttonIn(rowOf(documents, document.filename), 'Delete').click();
  await sites.bringToFront();
  await buttonIn(rowOf(sites, site.url), 'Scrape').click();
  await logs.bringToFront();
  await logs.getByRole('link', { name: 'Documents' }).click();
  for (const tab of [documents, sites, logs]) {
    await expect(tab).toHaveURL(/\/chat$/);
    await expect(tab.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
  }
  await expectFault(pageFaults, /403.*\/api\/admin\//);
});

test('[DOC-04, DOC-05, DOC-06] a document that another administrator has deleted says so and goes', async ({
  page,
  network,
  pageFaults,
}) => {
  const { id, filename } = await addDocument(page);
  await openScreen(page, '/admin/docs');
  const row = rowOf(page, filename);
  // While one is still read, the list is asked for again by itself.
  await expect(page.getByRole('table').getByText(/^(pending|Processing)$/)).toHaveCount(0);
  await buttonIn(row, 'Edit Tags').click();
  await row.getByPlaceholder('Add tag').fill('late');
  await page.request.delete(`/api/admin/docs/${id}`);
  await buttonIn(row, 'Add').click();
  await buttonIn(row, 'Save').click();
  await expect(row.getByRole('alert')).toHaveText('Not found');
  await buttonIn(row, 'Cancel').click();
  network.calls.length = 0;
  await buttonIn(row, 'Delete').click();
  const card = page.getByRole('region', { name: 'Uploaded Documents' });
  await expect(card.getByRole('alert')).toHaveText('Not found');
  await expect(row).toHaveCount(0);
  expect(network.calls).toEqual(['DELETE /api/admin/docs/:id', DOCUMENTS]);
  await expectFault(pageFaults, /404.*\/api\/admin\/docs/);
});

test('[SITE-04, SITE-05, SITE-09] a site that another administrator has deleted says so, goes, and locks no other row', async ({
  page,
  pageFaults,
}) => {
  const message = page.getByRole('main').getByRole('alert');
  const stays = await addSite(page);
  const other = rowOf(page, stays.url);
  for (const act of ['Save', 'Scrape', 'Delete']) {
    const { id, url } = await addSite(page);
    await openScreen(page, '/admin/sites');
    const row = rowOf(page, url);
    if (act === 'Save') await buttonIn(row, 'Edit').click();
    await page.request.delete(`/api/admin/sites/${id}`);
    await buttonIn(act === 'Save' ? page.getByRole('table') : row, act).click();
    if (act === 'Delete') await buttonIn(page.getByRole('alertdialog'), 'Delete').click();
    await expect(message).toHaveText('Not found');
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Site URL' })).toHaveCount(1);
    for (const name of ['Edit', 'Scrape', 'Delete']) {
      await expect(buttonIn(other, name)).toBeEnabled();
    }
  }
  await expectFault(pageFaults, /404.*\/api\/admin\/sites/);
});

test('[DOC-01, DOC-05, SITE-01, SITE-05] on a slow network every press counts once, and who leaves meanwhile misses nothing', async ({
  page,
  network,
}) => {
  const count = (call: string) => network.calls.filter((made) => made === call).length;
  const { filename } = await addDocument(page);
  await openScreen(page, '/admin/docs');
  const removal = network.hold('DELETE /api/admin/docs/:id');
  await buttonIn(rowOf(page, filename), 'Delete').dblclick();
  await removal.reached;
  await page.getByRole('link', { name: 'Sites' }).click();
  const addition = network.hold('POST /api/admin/sites');
  const url = `https://${randomUUID().slice(0, 8)}.example/`;
  const field = page.getByLabel('Site URL');
  await field.fill(url);
  await field.press('Enter');
  await field.press('Enter');
  await addition.reached;
  await page.getByRole('link', { name: 'Documents' }).click();
  removal.release();
  await expect(rowOf(page, filename)).toHaveCount(0);
  addition.release();
  await page.getByRole('link', { name: 'Sites' }).click();
  await expect(rowOf(page, url)).toBeVisible();
  expect(count('DELETE /api/admin/docs/:id')).toBe(1);
  expect(count('POST /api/admin/sites')).toBe(1);
});

test('[DOC-02, SITE-03, LOG-06] the longest names, addresses and prompts fit on a phone', async ({
  page,
  network,
}) => {
  const row = {
    id: randomUUID(),
    created_at: '2026-03-01T03:00:00Z',
    tags: [LONG_TAG, LONG_TAG.toUpperCase()],
  };
  network.reply(DOCUMENTS, {
    body: { documents: [{ ...row, filename: LONG_NAME, status: `Error: ${LONG_NAME}` }] },
  });
  network.reply(SITES, {
    body: {
      sites: [
        { ...row, url: LONG_ADDRESS, status: 'error', last_scraped: null, reason: LONG_NAME },
      ],
    },
  });
  network.reply('GET /api/admin/sites/:id/pages', {
    body: {
      pages: [{ url: LONG_ADDRESS, outcome: 'skipped', reason: 'answered 404', change: 'gone' }],
    },
  });
  const [log] = LOGS;
  network.reply(LOG_LIST, {
    body: {
      logs: [
        {
          ...log,
          prompt: LONG_PROMPT,
          response: LONG_PROMPT,
          session_id: LONG_NAME,
          feedback_text: LONG_PROMPT,
          matches: [{ source: LONG_NAME, similarity: 0.5 }],
        },
      ],
    },
  });
  await page.setViewportSize(PHONE);
  for (const [path, open] of [
    ['/admin/docs', 'Edit Tags'],
    ['/admin/sites', `Page report of ${LONG_ADDRESS}`],
    ['/admin/sites', 'Delete'],
    ['/admin/logs', 'Download CSV'],
  ]) {
    await openScreen(page, path ?? '');
    await page.getByRole('button', { name: open, exact: true }).first().click();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    expect(await page.evaluate(findCut), path).toEqual([]);
  }
});

/** What stands out of the window, even where a card cuts it off; a folded head is for screen readers alone. */
function findCut(): string[] {
  return Array.from(document.querySelectorAll('body :not(thead *)'))
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
    .map((element) => element.outerHTML.slice(0, 160));
}
