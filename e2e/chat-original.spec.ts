import type { Document } from '@pathway/contract/documents';
import type { Page } from '@playwright/test';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { buildWordChapters } from '../server/test/uploads/build-uploads.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

const QUESTION = 'When does the marigold compass club meet at the lighthouse?';
const ANSWER = 'The marigold compass club meets at the lighthouse on Monday evening.';
const PAGES = [
  ['HARBOUR HISTORY', 'Fishing is an old trade of the harbour.'],
  ['COMPASS CLUB', ANSWER],
  ['TIDES', 'The tide table is on the wall.'],
] as const;

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The only document of its kind, which is read when this returns. */
async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  const list = async () => {
    const reply = await page.request.get('/api/admin/docs');
    return ((await reply.json()) as { documents: Document[] }).documents;
  };
  for (const { id, filename } of await list()) {
    if (filename.startsWith('marigold')) await page.request.delete(`/api/admin/docs/${id}`);
  }
  const reply = await page.request.post('/api/admin/docs/upload', {
    multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
  });
  expect(reply.status()).toBe(200);
  const statusOf = async () => (await list()).find(({ filename }) => filename === name)?.status;
  // A process of its own reads it, which a busy machine is slow to start.
  await expect.poll(statusOf, { timeout: 120_000 }).toBe('Ready');
}

/** A page for each heading with its text, far down on it. */
async function drawPdf(pages: readonly (readonly [string, string])[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [heading, text] of pages) {
    const page = pdf.addPage([600, 800]);
    page.drawText(heading, { x: 60, y: 160, size: 24, font });
    page.drawText(text, { x: 60, y: 120, size: 14, font });
  }
  return Buffer.from(await pdf.save());
}

test('[CHAT-16] the original of a cited PDF opens at the page, with the passage marked', async ({
  page,
  visitor,
}) => {
  await visitor.arriveAsAdmin();
  await upload(page, 'marigold club.pdf', await drawPdf(PAGES));
  await visitor.ask(QUESTION);
  await page.getByRole('button', { name: 'Source 1: marigold club' }).click();
  const open = page.getByRole('button', { name: 'Open the original' }).first();
  await open.click();

  const original = viewer(page, 'marigold club');
  await expect(original.getByText('Page 2 of 3')).toBeVisible();
  const printed = original.getByRole('region', { name: 'Page 2 of 3' });
  await expect(printed).toHaveAttribute('aria-busy', 'false');
  await expect(printed.locator('[data-mark]').first()).toBeInViewport();
  await expect(printed).toContainText(ANSWER);
  expect(await printed.locator('canvas').evaluate(countDark), 'something is drawn').toBeGreaterThan(
    50,
  );
  await expectAccessible(page, 'the original of a PDF');

  await original.getByRole('button', { name: 'Larger' }).click();
  await expect(printed.locator('> div')).toHaveAttribute('style', /150%/);
  await original.getByRole('button', { name: 'Next page' }).click();
  const last = original.getByRole('region', { name: 'Page 3 of 3' });
  await expect(last).toContainText('The tide table');
  await expect(last.locator('[data-mark]')).toHaveCount(0);
  await expect(original.getByRole('button', { name: 'Next page' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(original).toHaveCount(0);
  // A sheet comes back with the focus on its passage.
  const isBeside = (page.viewportSize()?.width ?? 0) >= 1024;
  const passage = page.getByRole('article', { name: 'Source 1: marigold club' });
  await expect(isBeside ? open : passage).toBeFocused();
});

const CHAPTERS = Array.from({ length: 80 }, (_, index) => ({
  heading: `CHAPTER ${index + 1}`,
  text: index === 40 ? `${ANSWER} Bring a lamp.` : `Boats of kind ${index}.`,
}));
const writeText = () =>
  Buffer.from(CHAPTERS.map(({ heading, text }) => `${heading}\n\n${text}`).join('\n\n'));

for (const { kind, write } of [
  { kind: 'txt', write: writeText },
  { kind: 'docx', write: () => buildWordChapters(CHAPTERS) },
]) {
  test(`[CHAT-16] the original of a cited .${kind} opens as text at the passage @any-width`, async ({
    page,
    visitor,
  }) => {
    await visitor.arriveAsAdmin();
    await upload(page, `marigold club.${kind}`, write());
    await visitor.ask(QUESTION);
    await page.getByRole('button', { name: 'Source 1: marigold club' }).click();
    await page.getByRole('button', { name: 'Open the original' }).first().click();

    const original = viewer(page, 'marigold club');
    const cited = original.locator('article[aria-current]');
    await expect(cited).toBeInViewport();
    await expect(cited.locator('mark')).toContainText([ANSWER]);
    await expect(original.getByRole('heading', { name: 'CHAPTER 41' })).toBeVisible();
    await expectAccessible(page, `the original of a .${kind}`);
    await expect(original.getByRole('article')).toHaveCount(45);
    await original.getByRole('button', { name: 'Show what comes before' }).click();
    await expect(original.getByRole('heading', { name: 'CHAPTER 1', exact: true })).toBeVisible();
    await original.getByRole('button', { name: 'Close the original' }).click();
    await expect(original).toHaveCount(0);
  });
}

/** How many pixels of a canvas are dark. */
function countDark(element: SVGElement | HTMLElement): number {
  if (!(element instanceof HTMLCanvasElement)) return 0;
  const { width, height } = element;
  const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  let dark = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at] ?? 255) < 100 && pixels[at + 3] === 255) dark += 1;
  }
  return dark;
}
