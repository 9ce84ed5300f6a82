import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-test.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { LOGS } from '../support/sample-rows.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const FILTERS_STAND_OPEN_PX = 768;

for (const size of SIZES) {
  test(`[DOC-02, DOC-04, DOC-05, LOG-04, LOG-07] at ${size.width} from an upload to an export nobody needs a pointer`, async ({
    page,
    network,
  }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { moveTo, press, write } = createKeyboard(page);
    network.reply('GET /api/admin/logs', { body: { logs: LOGS } });
    await page.goto('/admin/docs');

    const name = `keys ${randomUUID()}.txt`;
    const chooser = page.waitForEvent('filechooser');
    await moveTo(page.locator('input[type="file"]'));
    await press('Enter');
    const buffer = Buffer.from(`The ${randomUUID()} team meets on Monday evening.`);
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer });
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    await moveTo(upload);
    await press('Enter');
    const row = rowOf(page, name);
    await expect(row).toContainText('Ready');
    await expect(upload).toBeFocused();

    const edit = buttonIn(row, 'Edit Tags');
    await moveTo(edit);
    await press('Enter');
    await expect(page.getByPlaceholder('Add tag')).toBeFocused();
    await write('tryouts');
    await press('Enter');
    await moveTo(buttonIn(row, 'Save'));
    await press('Enter');
    await expect(row).toContainText('tryouts');
    await expect(edit).toBeFocused();

    await moveTo(buttonIn(row, 'Delete'));
    await press('Enter');
    await expect(page.getByRole('button', { name: `Undo: ${name}` })).toBeFocused();
    await press('Enter');
    await expect(row).toContainText('tryouts');
    await expect(edit).toBeFocused();

    await moveTo(page.getByRole('link', { name: 'Logs', exact: true }), { back: true });
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
    if (size.width < FILTERS_STAND_OPEN_PX) {
      await moveTo(page.getByRole('button', { name: /^Filters/ }));
      await press('Enter');
    }
    await moveTo(page.getByRole('button', { name: /^Needs Improvement/ }));
    await press('Space');
    await expect(page).toHaveURL(/feedback=/);
    const csv = page.getByRole('button', { name: /^Download CSV \(\d+\)$/ });
    await moveTo(csv);
    const download = page.waitForEvent('download');
    await press('Enter');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await expect(csv).toBeFocused();
  });
}
