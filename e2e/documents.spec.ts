import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { atAnyWidth, expect, SIZES, test } from './support/admin-test.ts';
import { rowOf } from './support/table-row.ts';

/** A made-up word, so that only this document can answer. */
const word = () => `Zel${randomUUID().replaceAll(/[^a-z]/g, '')}`.slice(0, 10);

async function openDocuments(page: Page): Promise<void> {
  await page.goto('/admin/docs');
  await expect(page.getByRole('heading', { name: 'Uploaded Documents' })).toBeVisible();
}

async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
}

for (const size of SIZES) {
  test(`[DOC-01, DOC-02, DOC-03, DOC-05, DOC-07, DOC-09, DOC-10, CHAT-13] at ${size.width} an uploaded PDF answers with its page number, and no longer once it is deleted${atAnyWidth(size)}`, async ({
    page,
    visitor,
  }) => {
    await page.setViewportSize(size);
    const program = word();
    const filename = `${program} handbook.pdf`;
    await openDocuments(page);
    await upload(page, {
      name: filename,
      mimeType: 'application/pdf',
      buffer: await makePdf([
        ['Welcome', 'This handbook is for families who join the travel team.'],
        ['Fees', 'Every family pays the season fee before the first practice in August.'],
        [
          `The bus to the ${program} tournament`,
          `The bus to the ${program} tournament leaves gate 12 at 6:45 in the morning.`,
          `Parents park behind the ${program} gym and walk to the field.`,
        ],
      ]),
    });
    const row = rowOf(page, filename);
    await expect(row).toContainText('Ready', { timeout: 60_000 });

    await page.goto('/chat');
    const question = `Which gate does the bus to the ${program} tournament leave from?`;
    await visitor.ask(question);
    const answer = page.getByRole('article').last();
    await expect(answer).toContainText('gate 12');
    await answer
      .getByRole('button', { name: new RegExp(`^Source 1.*${program}`) })
      .first()
      .click();
    const panel = page.getByRole('complementary', { name: /Sources/ }).or(page.getByRole('dialog'));
    await expect(panel).toContainText('Page 3');
    await page.keyboard.press('Escape');

    await openDocuments(page);
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
    await page.goto('/chat');
    await visitor.ask(question);
    await expect(page.getByRole('article').last()).not.toContainText('gate 12');
    await expect(page.getByText('is thinking...')).toHaveCount(0);
  });
}

test('[DOC-03] a file that cannot be read ends in a red badge with the reason', async ({
  page,
}) => {
  await openDocuments(page);
  const filename = `${word()}.pdf`;
  await upload(page, {
    name: filename,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7\nthis is not a document ${randomUUID()}\n%%EOF`),
  });
  await expect(rowOf(page, filename)).toContainText(/Error: /, { timeout: 60_000 });
});

/** A real PDF: one page of 12-point text for each entry, its first line as a heading. */
async function makePdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const body = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const [heading = '', ...lines] of pages) {
    const page = pdf.addPage([612, 792]);
    page.drawText(heading, { x: 72, y: 700, size: 20, font: bold });
    for (const [index, line] of lines.entries()) {
      page.drawText(line, { x: 72, y: 660 - index * 18, size: 12, font: body });
    }
  }
  return Buffer.from(await pdf.save());
}
