import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { controlCalls } from './support/control-calls.ts';
import { expectColour } from './support/expect-colour.ts';
import { forgiveRefusals } from './support/forgive-refusals.ts';
import { expect, test } from './support/test.ts';

const LIST = 'GET /api/admin/sites';
const ADD = 'POST /api/admin/sites';
const UPDATE = 'PATCH /api/admin/sites/:id';
const DELETE = 'DELETE /api/admin/sites/:id';
const SCRAPE = 'POST /api/admin/sites/:id/scrape';
const MESSAGE_MS = 3_000;
/** Time goes on by itself as well, so what is due must be there before more of it has passed. */
const SOON = { timeout: 2_000 };
const BUSY = { error: 'Service temporarily unavailable', code: 'service_unavailable' };

const formOf = (page: Page) => page.getByRole('form', { name: 'Add a site' });
const rowOf = (page: Page, url: string) => page.getByRole('row').filter({ hasText: url });
const button = (scope: Locator, name: string) => scope.getByRole('button', { name, exact: true });
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

test('[SITE-01, SITE-02, SITE-09, SITE-10] a site is added in its normal form, or refused with the reason, for three seconds', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const calls = await controlCalls(page);
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
  await button(form, 'Add Site').click();
  await url.fill('https://');
  await button(form, 'Add Site').click();
  expect(await url.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  expect(calls.made).not.toContain(ADD);

  const host = `${randomUUID().slice(0, 8)}.example`;
  const release = calls.hold(ADD);
  await url.fill(`  ${host}/guide  `);
  await tags.fill(' news ,, blog,  ,docs ');
  const request = await calls.see(ADD, () => button(form, 'Add Site').click());
  await expect(form.getByRole('button')).toHaveText('Adding...');
  await expect(form.getByRole('button')).toBeDisabled();
  expect(request.postDataJSON()).toEqual({
    url: `https://${host}/guide`,
    tags: ['news', 'blog', 'docs'],
  });
  calls.made.length = 0;
  release();
  const added = messageOf(page, 'Site added successfully!');
  await expect(added).toHaveRole('status');
  await expectColour(added, '--success');
  expect(calls.made).toContain(LIST);
  await expect(url).toHaveValue('');
  await expect(tags).toHaveValue('');
  const row = rowOf(page, `https://${host}/guide`);
  await expect(row).toContainText('newsblogdocs');
  const [message, table] = [await added.boundingBox(), await page.getByRole('table').boundingBox()];
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(table?.y ?? 0);

  // Three seconds, not counted while the pointer rests on the message.
  await added.hover();
  await page.clock.runFor(2 * MESSAGE_MS);
  await expect(added).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(MESSAGE_MS - 500);
  await expect(added).toBeVisible();
  await page.clock.runFor(600);
  await expect(added).toHaveCount(0, SOON);

  // The scheme is completed before the browser checks, also when Enter sends; http stays http.
  calls.answer(ADD, { status: 500 });
  for (const [typed, sent] of [
    [`HTTP://${host}/a`, `HTTP://${host}/a`],
    [`${host}/b`, `https://${host}/b`],
  ] as const) {
    await url.fill(typed);
    const again = await calls.see(ADD, () => url.press('Enter'));
    expect(again.postDataJSON()).toEqual({ url: sent, tags: [] });
    const failed = messageOf(page, 'Failed to add site');
    await expect(failed).toHaveRole('alert');
    await expectColour(failed, '--danger');
  }
  await page.clock.runFor(MESSAGE_MS + 100);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0, SOON);
  // What could not be added can be mended and sent again.
  await expect(url).toHaveValue(`https://${host}/b`);

  calls.free(ADD);
  for (const [typed, text] of [
    [`https://${host}/guide`, 'This site is already in the list.'],
    ['http://127.0.0.1/', 'This address is not allowed.'],
    ['http://169.254.169.254/latest', 'This address is not allowed.'],
    ['http://user:secret@example.com/', 'This address is not allowed.'],
    ['http://localhost:8080/', 'This address is not allowed.'],
  ] as const) {
    await url.fill(typed);
    await url.press('Enter');
    await expect(messageOf(page, text)).toHaveRole('alert');
    await page.clock.runFor(MESSAGE_MS + 100);
  }
  calls.lose(ADD);
  await url.press('Enter');
  await expect(messageOf(page, 'Failed to add site')).toBeVisible();
  forgiveRefusals(pageFaults);
});

test('[SITE-03, SITE-07, SITE-08] the table shows each site and its status; without one it says so', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const calls = await controlCalls(page);
  calls.answer(LIST, {
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
  for (const [host, text = '', tone] of badges) {
    const badge = rowOf(page, `https://${host}.example/`).getByText(text, { exact: true });
    await expectColour(badge, `--${tone}`);
    await expectColour(badge, `--${tone}-bg`, 'backgroundColor');
  }
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
  calls.answer(LIST, { body: { sites: [] } });
  const release = calls.hold(LIST);
  await page.reload();
  await expect(list.getByRole('status')).toContainText('Loading...');
  calls.answer(LIST, { body: { sites: [] } });
  release();
  await page.reload();
  await expect(list).toContainText('No sites to display.');
  for (const fail of [
    () => calls.answer(LIST, { status: 503, body: BUSY }),
    () => calls.lose(LIST),
  ]) {
    fail();
    await page.reload();
    await expect(list).toContainText('No sites to display.');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
  forgiveRefusals(pageFaults);
});

test('[SITE-02, SITE-04, SITE-09, SITE-10] one row is edited at a time, and no row acts meanwhile', async ({
  page,
  visitor,
  pageFaults,
}) => {
  await visitor.arriveAsAdmin();
  const host = `${randomUUID().slice(0, 8)}.example`;
  await addSite(page, `https://${host}/one`, ['news']);
  await addSite(page, `https://${host}/two`);
  const calls = await controlCalls(page);
  await page.goto('/admin/sites');
  const edited = page
    .getByRole('row')
    .filter({ has: page.getByRole('textbox', { name: 'Site URL' }) });
  const other = rowOf(page, `${host}/two`);
  const open = () => button(rowOf(page, `${host}/one`), 'Edit').click();
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
    await expect(button(other, name)).toBeDisabled();
  }
  await url.fill('https://elsewhere.example/');
  await button(edited, 'Cancel').click();
  await expect(rowOf(page, `${host}/one`)).toBeVisible();
  await expect(button(other, 'Edit')).toBeEnabled();
  await open();
  await url.press('Escape');
  await expect(edited).toHaveCount(0);
  expect(calls.made).not.toContain(UPDATE);

  await open();
  const failures = [
    [() => calls.answer(UPDATE, { status: 500 }), 'Failed to update site'],
    [() => calls.answer(UPDATE, { status: 503, body: BUSY }), BUSY.error],
    [() => calls.lose(UPDATE), 'Failed to update site'],
  ] as const;
  for (const [fail, text] of failures) {
    fail();
    await button(edited, 'Save').click();
    await expect(messageOf(page, text)).toHaveRole('alert');
    await expect(url).toBeVisible();
  }
  calls.free(UPDATE);
  await url.fill(`https://${host}/two`);
  await url.press('Enter');
  await expect(messageOf(page, 'This site is already in the list.')).toHaveRole('alert');

  const release = calls.hold(UPDATE);
  await url.fill(` ${host}/three `);
  await tags.fill('aid, , camps,');
  const request = await calls.see(UPDATE, () => tags.press('Enter'));
  expect(request.postDataJSON()).toEqual({ url: `https://${host}/three`, tags: ['aid', 'camps'] });
  await expect(button(edited, 'Save')).toBeDisabled();
  await expect(button(edited, 'Cancel')).toBeDisabled();
  calls.made.length = 0;
  release();
  await expect(messageOf(page, 'Site updated successfully!')).toHaveRole('status');
  await expect(rowOf(page, `https://${host}/three`)).toContainText('aidcamps');
  await expect(edited).toHaveCount(0);
  expect(calls.made).toContain(LIST);
  forgiveRefusals(pageFaults);
});

test('[SITE-05, SITE-06, SITE-07, SITE-09, SITE-10, SITE-11, DOC-10] a site is scraped, answers, and is gone from answers when it is deleted', async ({
  page,
  visitor,
  pageFaults,
  trustedSite,
}) => {
  await visitor.arriveAsAdmin();
  const address = `${trustedSite.url}/${randomUUID()}/`;
  const idle = `https://${randomUUID()}.example/`;
  await addSite(page, idle);
  await addSite(page, address);
  const calls = await controlCalls(page);
  await page.goto('/admin/sites');
  const row = rowOf(page, address);

  const scrapeFailures = [
    [() => calls.answer(SCRAPE, { status: 500 }), 'Scraping failed'],
    [() => calls.answer(SCRAPE, { status: 503, body: BUSY }), BUSY.error],
  ] as const;
  for (const [fail, text] of scrapeFailures) {
    fail();
    await button(row, 'Scrape').click();
    await expect(messageOf(page, text)).toHaveRole('alert');
  }
  const release = calls.hold(SCRAPE);
  await button(row, 'Scrape').click();
  await expect(button(row, 'Scraping...')).toBeDisabled();
  await expect(button(row, 'Edit')).toBeDisabled();
  await expect(button(row, 'Delete')).toBeDisabled();
  for (const name of ['Edit', 'Scrape', 'Delete']) {
    await expect(button(rowOf(page, idle), name)).toBeEnabled();
  }
  release();
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
  await button(row, 'Delete').click();
  await expect(dialog).toContainText('Are you sure you want to delete this site?');
  await expect(dialog).toContainText(address);
  await expect(button(dialog, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await button(row, 'Delete').click();
  await button(dialog, 'Cancel').click();
  expect(calls.made).not.toContain(DELETE);

  calls.answer(DELETE, { status: 500 });
  await button(row, 'Delete').click();
  await button(dialog, 'Delete').click();
  await expect(messageOf(page, 'Failed to delete site')).toHaveRole('alert');
  await expect(row).toBeVisible();
  const releaseDelete = calls.hold(DELETE);
  await button(row, 'Delete').click();
  await button(dialog, 'Delete').click();
  await expect(button(row, 'Deleting...')).toBeDisabled();
  await expect(button(row, 'Edit')).toBeDisabled();
  await expect(button(row, 'Scrape')).toBeDisabled();
  releaseDelete();
  await expect(messageOf(page, 'Site deleted successfully!')).toHaveRole('status');
  await expect(row).toHaveCount(0);

  await page.goto('/chat');
  await visitor.ask(question);
  await expect(page.getByText('is thinking...')).toHaveCount(0);
  await expect(page.getByRole('article').last()).not.toContainText('Coach Marlow');
  forgiveRefusals(pageFaults);
});
