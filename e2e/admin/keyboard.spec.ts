import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-test.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { LOGS } from '../support/sample-rows.ts';
import { buttonIn, rowOf } from '../support/table-row.ts';
import { expectFault } from '../support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const FILTERS_STAND_OPEN_PX = 768;
const DOCUMENTS = 'GET /api/admin/docs';
const LIST_OF_LOGS = 'GET /api/admin/logs';

for (const size of SIZES) {
  test(`[DOC-02, DOC-04, DOC-05, LOG-04, LOG-07] at ${size.width} from an upload to an export nobody needs a pointer`, async ({
    page,
    network,
    pageFaults,
  }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { moveTo, press, write } = createKeyboard(page);
    const again = page.getByRole('button', { name: 'Try again' });
    const firstOf = (list: string) =>
      page.getByRole('region', { name: list }).getByRole('button').first();
    network.reply(DOCUMENTS, { status: 500 });
    network.reply(LIST_OF_LOGS, { status: 500 });
    await page.goto('/admin/docs');
    await moveTo(again);
    await press('Enter');
    await expect(again).toBeFocused();
    network.free(DOCUMENTS);
    await press('Enter');
    await expect(again).toHaveCount(0);
    await expect(firstOf('Uploaded Documents')).toBeFocused();
    await page.reload();

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
    await moveTo(again);
    network.reply(LIST_OF_LOGS, { body: { logs: LOGS } });
    await press('Enter');
    await expect(again).toHaveCount(0);
    await expect(firstOf('Chat logs')).toBeFocused();
    await expectFault(pageFaults, /\/api\/admin\//);
    const bar = page.getByRole('region', { name: 'Filters and export' });
    if (size.width < FILTERS_STAND_OPEN_PX) {
      await moveTo(bar.getByRole('button', { name: /^Filters/ }), { back: true });
      await press('Enter');
    }
    const filter = bar.getByRole('button', { name: /^Needs Improvement/ });
    await moveTo(filter, { back: size.width >= FILTERS_STAND_OPEN_PX });
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
