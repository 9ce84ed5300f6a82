import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { seeCall } from '../support/network.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';

const SAVE = 'PATCH /api/admin/docs/:id/tags';
const ADD = 'POST /api/admin/sites';
const suggestionsOf = (page: Page) => page.getByRole('group', { name: 'Known tags' });

for (const size of SIZES) {
  test(`[DOC-04, DOC-07] at ${size.width} commas separate tags, each has one spelling, and Save takes what is typed${atAnyWidth(size)}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const name = `tags ${randomUUID()}.txt`;
    const buffer = Buffer.from(`The ${randomUUID()} team meets on Monday evening.`);
    await page.request.post('/api/admin/docs/upload', {
      multipart: { file: { name, mimeType: 'text/plain', buffer } },
    });
    await page.goto('/admin/docs');
    const row = rowOf(page, name);
    const input = page.getByPlaceholder('Add tag');
    await expect(row).toContainText('Ready');
    await buttonIn(row, 'Edit Tags').click();
    await input.fill('camp, Camp ,tryouts,');
    await input.press('Enter');
    await expect(row.getByRole('button', { name: /^Remove tag/ })).toHaveCount(2);

    // A starter document knows fafsa: it is suggested, and spelled so however it is typed.
    await input.fill('faf');
    await buttonIn(suggestionsOf(page), 'fafsa').focus();
    await expectAccessible(page, 'a suggested tag');
    await page.keyboard.press('Enter');
    await expect(input).toBeFocused();
    await expect(input).toHaveValue('');
    await expect(suggestionsOf(page)).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Remove tag fafsa' })).toBeVisible();
    await input.fill('NIL, recruiting, Unfinished');
    const request = await seeCall(page, SAVE, () => buttonIn(row, 'Save').click());
    const { tags } = request.postDataJSON() as { tags: string[] };
    expect(tags).toEqual(['camp', 'tryouts', 'fafsa', 'nil', 'recruiting', 'Unfinished']);
    await expect(input).toHaveCount(0);
    await expect(row).toContainText('Unfinished');

    // The focus goes back to the row, whose buttons say what they are about, and the save is announced.
    const edit = buttonIn(row, 'Edit Tags');
    await expect(edit).toBeFocused();
    await expect(edit).toHaveAccessibleDescription(name);
    await expect(page.locator('[aria-live]').filter({ hasText: 'Tags saved' })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(input).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
  });

  test(`[SITE-01, SITE-02] at ${size.width} a site is offered the tags that sites have, each in one spelling${atAnyWidth(size)}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const word = `x${randomUUID().slice(0, 6)}`;
    const host = `${word}.example`;
    const known = [`${word} News`, `${word} aid`];
    const data = { url: `https://${host}/`, tags: known };
    expect((await page.request.post('/api/admin/sites', { data })).status()).toBe(200);
    await page.goto('/admin/sites');
    await expect(rowOf(page, host)).toBeVisible();
    const form = page.getByRole('form', { name: 'Add a site' });
    const tags = form.getByLabel('Tags (comma separated)');
    await form.getByLabel('Site URL').fill(`https://${host}/more`);
    await tags.fill(`${word.toUpperCase()} NEWS,${word}`);
    await expect(suggestionsOf(page).getByRole('button')).toHaveText([`${word} aid`]);
    await expectAccessible(page, 'a suggested tag of a site');
    await suggestionsOf(page).getByRole('button').click();
    await expect(tags).toBeFocused();
    await expect(tags).toHaveValue(`${word.toUpperCase()} NEWS, ${word} aid, `);
    const request = await seeCall(page, ADD, () => buttonIn(form, 'Add Site').click());
    expect(request.postDataJSON()).toEqual({ url: `https://${host}/more`, tags: known });
    await expect(rowOf(page, `${host}/more`)).toContainText(`${word} aid`);
  });
}
