import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectColour, expectColours } from '../support/expect-colour.ts';
import { seeCall } from '../support/network.ts';
import { runUntil, stopClock } from '../support/page-clock.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

const LIST = 'GET /api/admin/sites';
const ADD = 'POST /api/admin/sites';
const UPDATE = 'PATCH /api/admin/sites/:id';
const DELETE = 'DELETE /api/admin/sites/:id';
const SCRAPE = 'POST /api/admin/sites/:id/scrape';
const MESSAGE_MS = 3_000;
const PRIVATE = 'This address is private. Only public sites can be read.';
const WRONG = 'This is not the address of a web site.';
const BUSY = { error: 'Service temporarily unavailable', code: 'service_unavailable' };

const formOf = (page: Page) => page.getByRole('form', { name: 'Add a site' });
/** A message of the page itself, not one of a row. */
const messageOf = (page: Page, text: string) =>
  page.getByRole('main').locator('[role="alert"], [role="status"]').filter({ hasText: text });

function siteWith(url: string, more: object = {}) {
  const site = { id: randomUUID(), url, tags: [], status: 'pending', last_scraped: null };
  return { ...site, ...more };
}

async function addSite(page: Page, url: string, tags: string[] = []): Promise<void> {
  const reply = await page.request.post('/api/admin/sites', { data: { url, tags } });
  expect(reply.status()).toBe(200);
}

test('[SITE-01, SITE-02, SITE-09, SITE-10] a site is added in its normal form, or not with the reason, for three seconds', async ({
  page,
  network,
  pageFaults,
}) => {
  await page.clock.install();
  await page.goto('/admin/sites');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trusted Sites');
  const form = formOf(page);
  const url = form.getByLabel('Site URL');
  const tags = form.getByLabel('Tags (comma separated)');
  await expect(url).toHaveAttribute('type', 'url');
  await expect(url).toHaveAttribute('required', '');
  await expect(tags).toHaveAttribute('placeholder', 'news, blog, docs');
  await expect(form.getByRole('button')).toHaveText('Add Site');

  // Required, and the browser's own check of an address.
  await buttonIn(form, 'Add Site').click();
  await url.fill('https://');
  await buttonIn(form, 'Add Site').click();
  expect(await url.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(network.calls).not.toContain(ADD);

  const host = `${randomUUID().slice(0, 8)}.example`;
  const held = network.hold(ADD);
  await url.fill(`  ${host}/guide  `);
  await tags.fill(' news ,, blog,  ,docs ');
  const request = await seeCall(page, ADD, () => buttonIn(form, 'Add Site').click());
  await expect(form.getByRole('button')).toHaveText('Adding...');
  await expect(form.getByRole('button')).toBeDisabled();
  expect(request.postDataJSON()).toEqual({
    url: `https://${host}/guide`,
    tags: ['news', 'blog', 'docs'],
  });
  network.calls.length = 0;
  held.release();
  const added = messageOf(page, 'Site added successfully!');
  await expect(added).toHaveRole('status');
  await added.hover();
  await expectColour(added, '--success');
  expect(network.calls).toContain(LIST);
  await expect(url).toHaveValue('');
  await expect(tags).toHaveValue('');
  const row = rowOf(page, `https://${host}/guide`);
  await expect(row).toContainText('newsblogdocs');
  const [message, table] = [await added.boundingBox(), await page.getByRole('table').boundingBox()];
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(table?.y ?? 0);

  // Three seconds, not counted while the pointer rests on the message.
  await stopClock(page);
  await expect(added).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(MESSAGE_MS - 500);
  await expect(added).toBeVisible();
  await runUntil(page, async () => (await added.count()) === 0);
  await page.clock.resume();

  // The scheme is completed before the browser checks, also when Enter sends; http stays http.
  network.reply(ADD, { status: 500 });
  const failed = messageOf(page, 'Failed to add site');
  for (const [typed, sent] of [
    [`HTTP://${host}/a`, `HTTP://${host}/a`],
    [`${host}/b`, `https://${host}/b`],
  ] as const) {
    await url.fill(typed);
    const again = await seeCall(page, ADD, () => url.press('Enter'));
    expect(again.postDataJSON()).toEqual({ url: sent, tags: [] });
    await expect(failed).toHaveRole('alert');
  }
  await failed.hover();
  await expectColour(failed, '--danger');
  await page.mouse.move(0, 0);
  await page.clock.runFor(MESSAGE_MS + 100);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  // What could not be added can be corrected and sent again.
  await expect(url).toHaveValue(`https://${host}/b`);

  network.disturb(ADD, 'broken');
  await url.press('Enter');
  await expect(messageOf(page, 'Failed to add site')).toBeVisible();
  await expectFault(pageFaults, /\/api\/admin\/sites/);
});

for (const size of SIZES) {
  test(`[SITE-01, SITE-09] at ${size.width} an address that is refused stays in its field, which says why until the next action${atAnyWidth(size)}`, async ({
    page,
    pageFaults,
  }) => {
    await page.clock.install();
    await page.setViewportSize(size);
    const listed = `https://${randomUUID().slice(0, 8)}.example/guide`;
    await addSite(page, listed);
    await page.goto('/admin/sites');
    const url = formOf(page).getByLabel('Site URL');
    for (const [typed, text] of [
      [listed, 'This site is already in the list.'],
      ['http://127.0.0.1/', PRIVATE],
      ['http://169.254.169.254/latest', PRIVATE],
      ['http://localhost:8080/', PRIVATE],
      ['http://user:secret@example.com/', WRONG],
      ['https://example.com:8443/', 'Only the ports 80 and 443 are allowed.'],
    ] as const) {
      await url.fill(typed);
      await expect(url).not.toHaveAttribute('aria-invalid');
      await url.press('Enter');
      await expect(messageOf(page, text)).toHaveRole('alert');
      // The field keeps what was typed and is marked; the reason stays until the next action.
      await expect(url).toHaveAttribute('aria-invalid', 'true');
      await expect(url).toHaveAccessibleDescription(text);
      await expect(url).toBeFocused();
      await expect(url).toHaveValue(typed);
      await page.clock.runFor(MESSAGE_MS + 100);
      await expect(messageOf(page, text)).toBeVisible();
    }
    await expectFault(pageFaults, /\/api\/admin\/sites/);
  });
}

test('[SITE-03, SITE-07, SITE-08] the table shows each site and its status; without one it says so', async ({
  page,
  network,
  pageFaults,
}) => {
  network.reply(LIST, {
    body: {
      sites: [
        siteWith('https://ready.example/', {
          status: 'ready',
          last_scraped: '2026-03-01T03:00:00Z',
        }),
        siteWith('https://scraping.example/', {
          status: 'scraping',
          progress: { done: 3, found: 12 },
        }),
        siteWith('https://error.example/', { status: 'error', reason: 'excluded by robots.txt' }),
        siteWith('https://pending.example/', { tags: ['<img src=x onerror=alert(1)>', '=1+1'] }),
        siteWith('https://unknown.example/', { status: 'sleeping' }),
        siteWith('https://missing.example/', { status: undefined }),
        siteWith('https://null.example/', { status: null }),
      ],
    },
  });
  await page.goto('/admin/sites');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Site URL',
    'Tags',
    'Status',
    'Last Scraped',
    'Actions',
  ]);
  const badges = [
    ['ready', 'ready', 'success'],
    ['scraping', 'scraping', 'warning'],
    ['error', 'error', 'danger'],
    ['pending', 'pending', 'neutral'],
    ['unknown', 'pending', 'neutral'],
    ['missing', 'pending', 'neutral'],
    ['null', 'pending', 'neutral'],
  ];
  await expectColours(
    badges.flatMap(([host, text = '', tone]) => {
      const badge = rowOf(page, `https://${host}.example/`).getByText(text, { exact: true });
      return [
        { locator: badge, token: `--${tone}` },
        { locator: badge, token: `--${tone}-bg`, property: 'backgroundColor' },
      ];
    }),
  );
  await expect(rowOf(page, 'https://ready.example/')).toContainText('02/28/2026');
  await expect(rowOf(page, 'https://pending.example/')).toContainText('Never');
  await expect(rowOf(page, 'https://pending.example/')).toContainText(
    '<img src=x onerror=alert(1)>=1+1',
  );
  await expect(rowOf(page, 'https://error.example/')).toContainText('excluded by robots.txt');
  await expect(rowOf(page, 'https://scraping.example/')).toContainText('3 of 12 pages');
  const link = page.getByRole('link', { name: /https:\/\/ready\.example/ });
  await expect(link).toHaveAttribute('href', 'https://ready.example/');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);

  const list = page.getByRole('region', { name: 'Trusted sites' });
  network.reply(LIST, { body: { sites: [] } });
  const held = network.hold(LIST);
  await page.reload();
  await expect(list.getByRole('status')).toContainText('Loading...');
  network.reply(LIST, { body: { sites: [] } });
  held.release();
  await page.reload();
  await expect(list).toContainText('No sites to display.');
  for (const fail of [
    () => network.reply(LIST, { status: 503, body: BUSY }),
    () => network.disturb(LIST, 'broken'),
  ]) {
    fail();
    await page.reload();
    await expect(list).toContainText('No sites to display.');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
  await expectFault(pageFaults, /\/api\/admin\/sites/);
});

test('[SITE-02, SITE-04, SITE-09, SITE-10] one row is edited at a time, and no row acts meanwhile', async ({
  page,
  network,
  pageFaults,
}) => {
  const host = `${randomUUID().slice(0, 8)}.example`;
  await addSite(page, `https://${host}/one`, ['news']);
  await addSite(page, `https://${host}/two`);
  await page.goto('/admin/sites');
  const edited = page
    .getByRole('row')
    .filter({ has: page.getByRole('textbox', { name: 'Site URL' }) });
  const other = rowOf(page, `${host}/two`);
  const open = () => buttonIn(rowOf(page, `${host}/one`), 'Edit').click();
  const url = edited.getByLabel('Site URL');
  const tags = edited.getByLabel('Tags (comma separated)');

  await open();
  await expect(url).toBeFocused();
  await expect(url).toHaveValue(`https://${host}/one`);
  await expect(tags).toHaveValue('news');
  await expect(edited.getByRole('button')).toHaveText(['Save', 'Cancel']);
  for (const name of ['Edit', 'Scrape', 'Delete']) {
    for (const control of await page
      .getByRole('row')
      .getByRole('button', { name, exact: true })
      .all()) {
      await expect(control).toBeDisabled();
    }
    await expect(buttonIn(other, name)).toBeDisabled();
  }
  await url.fill('https://elsewhere.example/');
  await buttonIn(edited, 'Cancel').click();
  await expect(rowOf(page, `${host}/one`)).toBeVisible();
  await expect(buttonIn(other, 'Edit')).toBeEnabled();
  await open();
  await url.press('Escape');
  await expect(edited).toHaveCount(0);
  expect(network.calls).not.toContain(UPDATE);

  await open();
  const failures = [
    [() => network.reply(UPDATE, { status: 500 }), 'Failed to update site'],
    [() => network.reply(UPDATE, { status: 503, body: BUSY }), BUSY.error],
    [() => network.disturb(UPDATE, 'broken'), 'Failed to update site'],
  ] as const;
  for (const [fail, text] of failures) {
    fail();
    await buttonIn(edited, 'Save').click();
    await expect(messageOf(page, text)).toHaveRole('alert');
    await expect(url).toBeVisible();
  }
  network.free(UPDATE);
  await url.fill(`https://${host}/two`);
  await url.press('Enter');
  await expect(messageOf(page, 'This site is already in the list.')).toHaveRole('alert');
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(url).toHaveAccessibleDescription('This site is already in the list.');

  const held = network.hold(UPDATE);
  await url.fill(` ${host}/three `);
  await tags.fill('aid, , camps,');
  const request = await seeCall(page, UPDATE, () => tags.press('Enter'));
  expect(request.postDataJSON()).toEqual({ url: `https://${host}/three`, tags: ['aid', 'camps'] });
  await expect(buttonIn(edited, 'Save')).toBeDisabled();
  await expect(buttonIn(edited, 'Cancel')).toBeDisabled();
  network.calls.length = 0;
  held.release();
  await expect(messageOf(page, 'Site updated successfully!')).toHaveRole('status');
  await expect(rowOf(page, `https://${host}/three`)).toContainText('aidcamps');
  await expect(edited).toHaveCount(0);
  expect(network.calls).toContain(LIST);
  await expectFault(pageFaults, /\/api\/admin\/sites/);
});

test('[SITE-05, SITE-06, SITE-07, SITE-09, SITE-10, SITE-11, DOC-10] a site is scraped, answers, and is gone from answers when it is deleted', async ({
  page,
  visitor,
  network,
  pageFaults,
  trustedSite,
}) => {
  const address = `${trustedSite.url}/${randomUUID()}/`;
  const idle = `https://${randomUUID()}.example/`;
  await addSite(page, idle);
  await addSite(page, address);
  await page.goto('/admin/sites');
  const row = rowOf(page, address);

  const scrapeFailures = [
    [() => network.reply(SCRAPE, { status: 500 }), 'Scraping failed'],
    [() => network.reply(SCRAPE, { status: 503, body: BUSY }), BUSY.error],
  ] as const;
  for (const [fail, text] of scrapeFailures) {
    fail();
    await buttonIn(row, 'Scrape').click();
    await expect(messageOf(page, text)).toHaveRole('alert');
  }
  const held = network.hold(SCRAPE);
  await buttonIn(row, 'Scrape').click();
  await expect(buttonIn(row, 'Scraping...')).toBeDisabled();
  await expect(buttonIn(row, 'Edit')).toBeDisabled();
  await expect(buttonIn(row, 'Delete')).toBeDisabled();
  for (const name of ['Edit', 'Scrape', 'Delete']) {
    await expect(buttonIn(rowOf(page, idle), name)).toBeEnabled();
  }
  held.release();
  await expect(messageOf(page, 'Site scraping started successfully!')).toHaveRole('status');
  await expect(row.getByText('scraping', { exact: true })).toBeVisible();
  // The list follows by itself until the server is done.
  await expect(row.getByText('ready', { exact: true })).toBeVisible({ timeout: 60_000 });
  const today = new Date().toLocaleDateString('en-US', {
    timeZone: 'America/Chicago',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  await expect(row).toContainText(today);
  expect(trustedSite.requests[0]).toBe('/robots.txt');
  expect(trustedSite.requests.filter((path) => path.startsWith('/private'))).toEqual([]);

  await row.getByRole('button', { name: `Page report of ${address}` }).click();
  const pages = page.getByRole('region', { name: `Pages of ${address}` });
  await expect(pages.getByRole('listitem').filter({ hasText: 'Kept' })).toHaveCount(2);
  await expect(pages).toContainText('Skipped: excluded by robots.txt');

  const question = `Who runs the ${trustedSite.word} camp?`;
  await page.goto('/chat');
  await visitor.ask(question);
  await expect(page.getByRole('article').last()).toContainText('Coach Marlow');

  await page.goto('/admin/sites');
  const dialog = page.getByRole('alertdialog');
  await buttonIn(row, 'Delete').click();
  await expect(dialog).toContainText('Are you sure you want to delete this site?');
  await expect(dialog).toContainText(address);
  await expect(buttonIn(dialog, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await buttonIn(row, 'Delete').click();
  await buttonIn(dialog, 'Cancel').click();
  expect(network.calls).not.toContain(DELETE);

  network.reply(DELETE, { status: 500 });
  await buttonIn(row, 'Delete').click();
  await buttonIn(dialog, 'Delete').click();
  await expect(messageOf(page, 'Failed to delete site')).toHaveRole('alert');
  await expect(row).toBeVisible();
  const heldDelete = network.hold(DELETE);
  await buttonIn(row, 'Delete').click();
  await buttonIn(dialog, 'Delete').click();
  await expect(buttonIn(row, 'Deleting...')).toBeDisabled();
  await expect(buttonIn(row, 'Edit')).toBeDisabled();
  await expect(buttonIn(row, 'Scrape')).toBeDisabled();
  heldDelete.release();
  await expect(messageOf(page, 'Site deleted successfully!')).toHaveRole('status');
  await expect(row).toHaveCount(0);

  await page.goto('/chat');
  await visitor.ask(question);
  await expect(page.getByText('is thinking...')).toHaveCount(0);
  await expect(page.getByRole('article').last()).not.toContainText('Coach Marlow');
  await expectFault(pageFaults, /\/api\/admin\/sites/);
});
