import type { Document } from '@pathway/contract/documents';
import type { Page } from '@playwright/test';
import { buildScannedPage } from '../../server/test/uploads/build-uploads.ts';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { askOverHttp, readLogs } from '../support/page-calls.ts';
import { rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

const HIDE = 'POST /api/admin/sources/:id/hidden-passages';
const READING = 'GET /api/admin/sources/:id/reading';
const QUESTION = 'When does the zephyr lantern club meet at the boathouse?';
const ANSWER = 'The zephyr lantern club meets at the boathouse on Monday evening.';

const drawer = (page: Page) => page.getByRole('dialog');
const passage = (page: Page, name: string | RegExp) => drawer(page).getByRole('article', { name });

/** The only document of its kind, which is read when this returns. */
async function upload(page: Page, text: string): Promise<string> {
  const name = 'club.txt';
  const list = await page.request.get('/api/admin/docs');
  const { documents } = (await list.json()) as { documents: Document[] };
  for (const { id, filename } of documents) {
    if (filename === name) await page.request.delete(`/api/admin/docs/${id}`);
  }
  const reply = await page.request.post('/api/admin/docs/upload', {
    multipart: { file: { name, mimeType: 'text/plain', buffer: Buffer.from(text) } },
  });
  expect(reply.status()).toBe(200);
  await page.goto('/admin/docs');
  await expect(rowOf(page, name)).toContainText('Ready');
  return name;
}

async function lookInside(page: Page, name: string): Promise<void> {
  await rowOf(page, name).getByRole('button', { name }).click();
  await expect(drawer(page).getByRole('heading', { name })).toBeVisible();
}

/** What the assistant says. */
async function ask(page: Page): Promise<string> {
  const [id] = await askOverHttp(page, [QUESTION]);
  const log = (await readLogs(page, QUESTION)).find((one) => one.id === id);
  return log?.response ?? '';
}

for (const size of SIZES) {
  test(`[DOC-11] at ${size.width} a document opens what was read of it, in the address, with outline and known questions`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/admin/docs');
    const name = '06-visits-camps-and-showcases.md';
    const button = rowOf(page, name).getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(drawer(page).getByRole('heading', { name })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/docs\?reading=[0-9a-f-]{36}$/);
    await expect(drawer(page)).toHaveCSS('height', `${size.height}px`);
    if (size.width < 640) await expect(drawer(page)).toHaveCSS('width', `${size.width}px`);

    const outline = drawer(page).locator('details', { hasText: /^Outline \(\d+\)/ });
    await outline.locator('summary').click();
    await drawer(page).getByText('Known questions of this section').first().click();
    await expect(drawer(page).getByRole('heading', { name: 'Spanish' }).first()).toBeVisible();
    await expectAccessible(page, `what was read at ${size.width}`);
    // A heading of the outline leads to the first passage under it.
    const entry = outline.getByRole('button').nth(4);
    const heading = (await entry.innerText()).split('\n')[0] ?? '';
    await entry.click();
    await expect(drawer(page).getByRole('article').first()).toBeFocused();
    await expect(drawer(page).getByRole('heading', { level: 4 }).first()).toContainText(heading);

    // The arrow keys go through the table, a reload finds the document again.
    const place = drawer(page).locator('output').first();
    await expect(place).toHaveText(/^Document \d+ of \d+$/);
    const before = await place.innerText();
    await page.keyboard.press('ArrowRight');
    await expect(place).not.toHaveText(before);
    await expect(drawer(page).getByRole('heading', { name })).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await expect(place).toHaveText(before);
    await expect(drawer(page).getByRole('heading', { name })).toBeVisible();
    await page.reload();
    await expect(drawer(page).getByRole('heading', { name })).toBeVisible();
    // The table behind the drawer, to which the focus returns, comes in its own time.
    await expect(page.locator('[data-opens-reading]', { hasText: name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/docs$/);
    await expect(button).toBeFocused();
  });

  test(`[DOC-11] at ${size.width} a passage that is kept out of answers answers nothing until it is used again${atAnyWidth(size)}`, async ({
    page,
    network,
    pageFaults,
  }) => {
    await page.setViewportSize(size);
    const name = await upload(page, `ZEPHYR LANTERN CLUB\n\n${ANSWER} Bring a lamp.`);
    expect(await ask(page)).toContain(ANSWER);

    await lookInside(page, name);
    const first = passage(page, 'Passage 1');
    await first.getByRole('button', { name: 'Keep out of answers' }).click();
    const reason = first.getByLabel('Why is it kept out of answers?');
    await expect(reason).toBeFocused();
    // Writing is no stepping on, and Esc leaves the form before it leaves the drawer.
    await reason.pressSequentially('old');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expect(reason).toHaveCount(0);
    await expect(first).toBeFocused();
    await first.getByRole('button', { name: 'Keep out of answers' }).click();
    const confirm = first.getByRole('button', { name: 'Keep out', exact: true });
    await expect(confirm).toBeDisabled();
    await reason.fill('The club has moved.');
    network.disturb(HIDE, 'broken');
    await confirm.click();
    await expect(first.getByRole('alert')).toHaveText('Unknown error');
    await expectFault(pageFaults, /\/hidden-passages/);
    network.free(HIDE);
    await confirm.click();

    const hidden = passage(page, 'Passage 1, kept out of answers');
    await expect(hidden).toBeFocused();
    await expect(hidden).toContainText('The club has moved.');
    await expect(hidden).toContainText('@');
    await drawer(page).getByText('Kept out of answers (1)').click();
    await expectAccessible(page, `a hidden passage at ${size.width}`);
    expect(await ask(page)).not.toContain('zephyr lantern club meets');

    await drawer(page).getByRole('button', { name: 'Go to passage 1' }).click();
    await expect(hidden).toBeFocused();
    await hidden.getByRole('button', { name: 'Use in answers again' }).click();
    await expect(first).toBeFocused();
    await expect(first.getByRole('button', { name: 'Keep out of answers' })).toBeVisible();
    await expect(drawer(page).getByText('Kept out of answers (1)')).toHaveCount(0);
    expect(await ask(page)).toContain(ANSWER);
  });
}

test('[DOC-11] a long document comes piece by piece, and one that could not be read says why', async ({
  page,
  network,
}) => {
  const paragraphs = Array.from(
    { length: 120 },
    (_, n) => `CHAPTER ${n + 1}\n\nThe lantern of chapter ${n + 1} is lit.`,
  );
  const name = await upload(page, paragraphs.join('\n\n'));
  await lookInside(page, name);
  const articles = drawer(page).getByRole('article');
  await expect(articles).toHaveCount(50);
  await drawer(page).getByRole('button', { name: 'Show more passages' }).click();
  await expect(articles).toHaveCount(100);
  await drawer(page).getByText('Outline (120)').click();
  await drawer(page).getByRole('button', { name: 'CHAPTER 80', exact: true }).click();
  await expect(passage(page, 'Passage 80')).toBeFocused();
  await expect(articles).toHaveCount(41);
  await drawer(page).getByRole('button', { name: 'Show earlier passages' }).click();
  await expect(passage(page, 'Passage 30')).toBeFocused();
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);

  network.reply(READING, {
    body: {
      name: 'Scan.pdf',
      kind: 'document',
      status: 'Error: no text was found',
      warning: 'Pages 2 to 4 are pictures.',
      passages: 0,
      pages: 0,
      outline: [],
      hidden: [],
    },
  });
  await rowOf(page, name).getByRole('button', { name }).click();
  await expect(drawer(page).getByRole('alert')).toHaveText('Error: no text was found');
  await expect(drawer(page)).toContainText('Pages 2 to 4 are pictures.');
  await expect(drawer(page)).toContainText('Nothing was read of this source');
});

test('[DOC-12] the row of a scan says how to have it recognised', async ({ page }) => {
  const name = 'scanned club.pdf';
  const { documents } = (await (await page.request.get('/api/admin/docs')).json()) as {
    documents: Document[];
  };
  for (const { id, filename } of documents) {
    if (filename === name) await page.request.delete(`/api/admin/docs/${id}`);
  }
  const buffer = buildScannedPage();
  const reply = await page.request.post('/api/admin/docs/upload', {
    multipart: { file: { name, mimeType: 'application/pdf', buffer } },
  });
  expect(reply.status()).toBe(200);
  await page.goto('/admin/docs');
  const row = rowOf(page, name);
  const status = 'Error: no text layer (scanned)';
  await expect(row).toContainText(status, { timeout: 120_000 });
  await expect(row).toContainText('install tesseract-ocr on the server, set OCR=tesseract');
  await lookInside(page, name);
  await expect(drawer(page)).toContainText('install tesseract-ocr on the server');
});

test('[DOC-11] a site opens what was read of it from its report', async ({ page, network }) => {
  const url = 'https://example.com/';
  const site = { id: '00000000-0000-4000-8000-000000000001', url, tags: [], status: 'ready' };
  const scraped = { ...site, last_scraped: '2026-03-01T12:00:00Z' };
  const kept = { url, outcome: 'kept', reason: null, change: 'new' };
  const passage = { id: 1, ordinal: 0, headings: [], page: null, url, text: 'Welcome.' };
  network.reply('GET /api/admin/sites', { body: { sites: [scraped] } });
  network.reply('GET /api/admin/sites/:id/pages', { body: { pages: [kept] } });
  network.reply(READING, {
    body: {
      name: url,
      kind: 'site',
      status: 'ready',
      passages: 1,
      pages: 0,
      outline: [{ text: 'Home', depth: 0, ordinal: 0, page: null }],
      hidden: [],
    },
  });
  network.reply('GET /api/admin/sources/:id/passages', {
    body: { passages: [{ ...passage, repeated: 0, asked: [], hidden: null }] },
  });
  await page.goto('/admin/sites');
  await rowOf(page, url).getByRole('button', { name: url }).click();
  const button = page.getByRole('button', { name: 'See what was read' });
  await button.click();
  await expect(drawer(page)).toContainText('Site 1 of 1');
  await expect(drawer(page).getByText('Outline (1)')).toBeVisible();
  await expect(drawer(page).getByRole('article', { name: 'Passage 1' })).toContainText('Welcome.');
  await expect(
    drawer(page).getByRole('article', { name: 'Passage 1' }).getByRole('link', { name: url }),
  ).toHaveAttribute('href', url);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});
