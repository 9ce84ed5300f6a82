import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { stopClock } from '../support/page-clock.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

const DELETE = 'DELETE /api/admin/docs/:id';
const RESTORE = 'POST /api/admin/docs/deleted/:id/restore';
const ERASE = 'DELETE /api/admin/docs/deleted/:id';
const REST_MS = 600;
const undoOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Undo: ${name}`, exact: true });
const foldOf = (page: Page) => page.getByRole('region', { name: 'Recently deleted' });

async function uploadText(page: Page, name: string): Promise<void> {
  const buffer = Buffer.from(`The ${randomUUID()} team meets on Monday evening.`);
  const reply = await page.request.post('/api/admin/docs/upload', {
    multipart: { file: { name, mimeType: 'text/plain', buffer } },
  });
  expect(reply.status()).toBe(200);
}

/** Documents of this test alone, newest last; their rows stand in the other order. */
async function openWith(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await uploadText(page, name);
  await page.goto('/admin/docs');
  // While one is still read, the list is asked for again by itself.
  for (const name of names) await expect(rowOf(page, name)).toContainText('Ready');
}

for (const size of SIZES) {
  test(`[DOC-05, DOC-07] at ${size.width} a deleted document comes back by the keyboard, from its place or from the fold, or is erased${atAnyWidth(size)}`, async ({
    page,
    network,
    pageFaults,
  }) => {
    const names = ['below', 'mine', 'above'].map((at) => `${at} ${randomUUID()}.txt`);
    const [below = '', name = '', above = ''] = names;
    await page.setViewportSize(size);
    await openWith(page, names);
    const fold = foldOf(page);
    const row = rowOf(page, name);
    const undo = undoOf(page, name);

    // Delete, then Undo, without a pointer: the focus goes to the line, and back to the row.
    await expect(buttonIn(row, 'Delete')).toHaveAccessibleDescription(name);
    await buttonIn(row, 'Delete').focus();
    await page.keyboard.press('Enter');
    await expect(undo).toBeFocused();
    await expect(row).toHaveCount(0);
    await expect(page.getByText(`${name} deleted`)).toHaveRole('status');
    const tops = await Promise.all(
      [rowOf(page, above), undo, rowOf(page, below)].map(
        async (one) => (await one.boundingBox())?.y ?? 0,
      ),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await expectAccessible(page, 'a deleted document');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('Ready');
    await expect(undo).toHaveCount(0);
    await expect(buttonIn(row, 'Edit Tags')).toBeFocused();

    // A line that is not undone goes with the page; the fold still has it.
    await buttonIn(row, 'Delete').click();
    await expect(undo).toBeFocused();
    await page.reload();
    await expect(rowOf(page, below)).toBeVisible();
    await expect(undo).toHaveCount(0);
    const summary = fold.locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    const line = fold.getByRole('listitem').filter({ hasText: name });
    await expect(line).toContainText('Deleted');
    await expectAccessible(page, 'the fold of deleted documents');
    await line.getByRole('button', { name: `Restore: ${name}` }).focus();
    await page.keyboard.press('Enter');
    await expect(row).toContainText('Ready');
    await expect(line).toHaveCount(0);
    await expect(summary).toBeFocused();

    // Erased for good after a question that Esc declines.
    await buttonIn(row, 'Delete').click();
    await expect(row).toHaveCount(0);
    const erase = line.getByRole('button', { name: `Erase for good: ${name}` });
    const dialog = page.getByRole('alertdialog');
    await erase.focus();
    await page.keyboard.press('Enter');
    await expect(buttonIn(dialog, 'Cancel')).toBeFocused();
    await expect(dialog).toContainText(name);
    await expectAccessible(page, 'the question before a document is erased');
    await page.keyboard.press('Escape');
    await expect(erase).toBeFocused();
    expect(network.calls).not.toContain(ERASE);
    await page.keyboard.press('Enter');
    await buttonIn(dialog, 'Erase for good').click();
    await expect(line).toHaveCount(0);
    await expect(summary).toBeFocused();
    // Its line above is too late.
    await undo.click();
    await expect(page.getByRole('alert')).toHaveText('Not found');
    await expect(undo).toHaveCount(0);
    await expectFault(pageFaults, /\/restore/);
  });

  test(`[DOC-05] at ${size.width} a double click deletes one document, and the other Delete buttons rest${atAnyWidth(size)}`, async ({
    page,
    network,
  }) => {
    await page.clock.install();
    const names = ['below', 'mine', 'above'].map((at) => `${at} ${randomUUID()}.txt`);
    const [below = '', mine = ''] = names;
    await page.setViewportSize(size);
    await openWith(page, names);
    const others = names.filter((name) => name !== mine).map((name) => rowOf(page, name));
    await stopClock(page);

    const held = network.hold(DELETE);
    await buttonIn(rowOf(page, mine), 'Delete').click();
    await expect(buttonIn(rowOf(page, mine), 'Deleting...')).toBeDisabled();
    for (const other of others) {
      await expect(buttonIn(other, 'Delete')).toBeDisabled();
      await expect(buttonIn(other, 'Edit Tags')).toBeEnabled();
    }
    await page.clock.runFor(REST_MS - 1);
    for (const other of others) await expect(buttonIn(other, 'Delete')).toBeDisabled();
    await page.clock.runFor(1);
    for (const other of others) await expect(buttonIn(other, 'Delete')).toBeEnabled();

    // What stood below moves up once the row gives way, so the buttons rest again.
    held.release();
    await expect(undoOf(page, mine)).toBeVisible();
    for (const other of others) await expect(buttonIn(other, 'Delete')).toBeDisabled();
    await page.clock.runFor(REST_MS);
    for (const other of others) await expect(buttonIn(other, 'Delete')).toBeEnabled();
    expect(network.calls.filter((call) => call === DELETE)).toHaveLength(1);

    // The second press of a double click on Undo, or on what it replaced, is none of its own.
    await undoOf(page, mine).dispatchEvent('click', { detail: 2 });
    expect(network.calls).not.toContain(RESTORE);
    await undoOf(page, mine).dblclick();
    await expect(rowOf(page, mine)).toBeVisible();
    expect(network.calls.filter((call) => call === RESTORE)).toHaveLength(1);
    await expect(rowOf(page, below)).toBeVisible();
  });

  test(`[SITE-06, SITE-09, SITE-10] at ${size.width} a site deleted after its question comes back as it was${atAnyWidth(size)}`, async ({
    page,
  }) => {
    const url = `https://${randomUUID().slice(0, 13)}.example/`;
    await page.setViewportSize(size);
    const reply = await page.request.post('/api/admin/sites', { data: { url, tags: ['news'] } });
    expect(reply.status()).toBe(200);
    await page.goto('/admin/sites');
    const row = rowOf(page, url);
    const undo = undoOf(page, url);
    const question = page.getByRole('alertdialog');
    const remove = async () => {
      await buttonIn(row, 'Delete').click();
      await buttonIn(question, 'Delete').click();
      await expect(row).toHaveCount(0);
    };

    for (const name of ['Edit', 'Scrape', 'Delete']) {
      await expect(buttonIn(row, name)).toHaveAccessibleDescription(url);
    }
    await remove();
    await expect(undo).toBeFocused();
    await expectAccessible(page, 'a deleted site');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('news');
    await expect(buttonIn(row, 'Edit')).toBeFocused();

    await remove();
    await foldOf(page).locator('summary').click();
    const line = foldOf(page).getByRole('listitem').filter({ hasText: url });
    await expectAccessible(page, 'the fold of deleted sites');
    await line.getByRole('button', { name: `Restore: ${url}` }).click();
    await expect(row).toContainText('news');

    await remove();
    await line.getByRole('button', { name: `Erase for good: ${url}` }).click();
    await buttonIn(question, 'Erase for good').click();
    await expect(line).toHaveCount(0);
    const added = await page.request.post('/api/admin/sites', { data: { url, tags: [] } });
    expect(added.status()).toBe(200);
  });
}
