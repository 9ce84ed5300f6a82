import { expect } from '@playwright/test';
import { buildScannedPage } from '../../server/test/uploads/build-uploads.ts';
import { rowOf } from '../support/table-row.ts';
import { SCANNED_LINE, test } from '../support/test-with-recogniser.ts';

const QUESTION = 'When does the zephyr lantern club meet at the boathouse?';
const NAME = 'scanned club.pdf';
/** Two processes one after the other read it, the second at low priority: a limit for what hangs. */
const READ_LIMIT_MS = 240_000;

test('[DOC-12] a scanned page is recognised, and whoever reads it is told so', async ({ page }) => {
  test.slow();
  const list = await page.request.get('/api/admin/docs');
  const { documents } = (await list.json()) as { documents: { id: string; filename: string }[] };
  for (const { id, filename } of documents) {
    if (filename === NAME) await page.request.delete(`/api/admin/docs/${id}`);
  }
  await page.goto('/admin/docs');
  const form = page.getByRole('form', { name: 'Upload a document' });
  const file = { name: NAME, mimeType: 'application/pdf', buffer: buildScannedPage() };
  await form.locator('input[type="file"]').setInputFiles(file);
  await form.locator('button[type="submit"]').click();
  const row = rowOf(page, NAME);
  await expect(row).toContainText('Ready', { timeout: READ_LIMIT_MS });
  await expect(row).toContainText('Recognition is unsure of pages 1.');
  await row.getByRole('button', { name: NAME }).click();
  const passage = page.getByRole('dialog').getByRole('article', { name: 'Passage 1' });
  await expect(passage).toContainText('recognised, may contain errors (71 % sure)');
  await expect(passage).toContainText(SCANNED_LINE);

  await page.goto('/chat');
  await page.getByPlaceholder('Type your message...').fill(QUESTION);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Source 1: scanned club' }).click();
  const source = page.getByRole('article', { name: 'Source 1: scanned club' });
  await expect(source.locator('mark')).toContainText([SCANNED_LINE]);
  await expect(source).toContainText('Recognised, may contain errors');
});
