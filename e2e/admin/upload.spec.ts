import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { atAnyWidth, expect, SIZES, test } from '../support/admin-test.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expectColour } from '../support/expect-colour.ts';
import { seeCall } from '../support/network.ts';
import { expectFault } from '../support/test.ts';

const UPLOAD = 'POST /api/admin/docs/upload';
const LIST = 'GET /api/admin/docs';
const TOO_LARGE = 25 * 1024 * 1024 + 1;

const formOf = (page: Page) => page.getByRole('form', { name: 'Upload a document' });
const uploadButton = (page: Page) => formOf(page).locator('button[type="submit"]');

type UploadedFile = { name: string; mimeType: string; buffer: Buffer };

function textFile(name: string, text = `Practice ${randomUUID()} starts at six in the evening.`) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** Chooses a file, or the one at a path. */
async function pick(page: Page, file: UploadedFile | string): Promise<void> {
  await formOf(page).locator('input[type="file"]').setInputFiles(file);
}

/** Drops files on the upload form as a person drags them from a folder. */
async function drop(page: Page, names: readonly string[]): Promise<void> {
  const files = await page.evaluateHandle((wanted) => {
    const data = new DataTransfer();
    for (const name of wanted) data.items.add(new File([`Text of ${name}.`], name));
    return data;
  }, names);
  const zone = formOf(page).locator('> div').first();
  await zone.dispatchEvent('dragover', { dataTransfer: files });
  await expect(zone).toContainText('Drop to select this file');
  await zone.dispatchEvent('drop', { dataTransfer: files });
}

test('[DOC-01, DOC-06, DOC-07] a file is picked or dropped, then sent alone as the field file', async ({
  page,
  network,
}) => {
  await page.goto('/admin/docs');
  const form = formOf(page);
  const input = form.locator('input[type="file"]');
  await expect(input).toHaveAttribute('accept', '.pdf,.docx,.txt');
  await expect(input).not.toHaveAttribute('multiple');
  await expect(uploadButton(page)).toHaveText('Upload');

  // Nothing chosen: the text stands in red under the form, and nothing is sent.
  await uploadButton(page).click();
  const alert = form.getByRole('alert');
  await expect(alert).toHaveText('Please select a file to upload.');
  await expectColour(alert, '--danger');
  const [zoneBox, alertBox] = [
    await form.locator('> div').first().boundingBox(),
    await alert.boundingBox(),
  ];
  expect(alertBox?.y).toBeGreaterThanOrEqual((zoneBox?.y ?? 0) + (zoneBox?.height ?? 0));

  // Dropping only chooses, and what is no document is not taken.
  await drop(page, ['first plan.docx']);
  await expect(form).toContainText('first plan.docx');
  await expect(form).toContainText('Ready to upload');
  await expect(alert).toHaveCount(0);
  for (const refused of ['picture.png', 'plan.docx.exe', 'plan']) {
    await drop(page, [refused]);
    await expect(form).toContainText('Choose a file or drop it here');
    await expect(alert).toHaveText('Only .pdf, .docx and .txt files are accepted.');
    await uploadButton(page).click();
    await expect(alert).toHaveText('Please select a file to upload.');
  }
  expect(network.calls).not.toContain(UPLOAD);

  const name = `practice ${randomUUID().slice(0, 8)}.txt`;
  const held = network.hold(UPLOAD);
  // The body of a file is known only to whoever carries the call.
  await page.route('**/api/admin/docs/upload', (route) => route.fallback());
  await pick(page, textFile(name));
  await expect(alert).toHaveCount(0);
  const request = await seeCall(page, UPLOAD, () => uploadButton(page).click());
  await expect(uploadButton(page)).toHaveText('Uploading...');
  await expect(uploadButton(page)).toBeDisabled();
  await expect(uploadButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(input).toHaveCount(0);
  const before = network.calls.filter((call) => call === LIST).length;
  held.release();
  await expect(uploadButton(page)).toHaveText('Upload');
  await expect(form).toContainText('Choose a file or drop it here');
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  expect(network.calls.filter((call) => call === LIST).length).toBeGreaterThan(before);
  expect(await request.headerValue('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  const body = request.postDataBuffer()?.toString('latin1') ?? '';
  expect(body.match(/; name="[^"]*"/g)).toEqual(['; name="file"']);

  // After a success the form is empty: the same button asks for a file again.
  await uploadButton(page).click();
  await expect(alert).toHaveText('Please select a file to upload.');
});

for (const size of SIZES) {
  test(`[DOC-01, DOC-06, DOC-08] at ${size.width} what cannot be taken is refused under the form, with the reason${atAnyWidth(size)}`, async ({
    page,
    network,
    pageFaults,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/admin/docs');
    const alert = formOf(page).getByRole('alert');
    const large = test.info().outputPath('large.txt');
    await writeFile(large, 'a'.repeat(TOO_LARGE));
    await pick(page, large);
    await uploadButton(page).click();
    await expect(alert).toHaveText('The file is larger than 25 MB.');

    const twice = textFile(`practice ${randomUUID()}.txt`);
    await pick(page, twice);
    await uploadButton(page).click();
    await expect(page.getByRole('row').filter({ hasText: twice.name })).toBeVisible();

    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const contentRefused =
      'The content is not what the file name says. PDF, Word (.docx) and plain text (.txt) are accepted.';
    const refusals: [string, UploadedFile][] = [
      ['The file is empty.', textFile('empty.txt', '')],
      [contentRefused, { ...twice, name: 'picture.pdf', buffer: png }],
      [contentRefused, { ...twice, name: 'nul.txt', buffer: Buffer.from('a\0b') }],
      [
        'The file is damaged and cannot be read.',
        { ...twice, name: 'damaged.pdf', buffer: Buffer.alloc(2_000) },
      ],
      ['Only .pdf, .docx and .txt files are accepted.', textFile('page.html')],
      ['This file has already been uploaded.', { ...twice, name: 'again.txt' }],
    ];
    for (const [text, file] of refusals) {
      await pick(page, file);
      await uploadButton(page).click();
      await expect(alert).toHaveText(text);
      await expect(alert).toBeInViewport();
      // The file stays chosen, so that a second try is one press away.
      await expect(formOf(page)).toContainText(file.name);
    }
    expect(network.calls.filter((call) => call === UPLOAD)).toHaveLength(refusals.length + 2);

    await pick(page, textFile('other.txt'));
    network.reply(UPLOAD, { status: 500 });
    await uploadButton(page).click();
    await expect(alert).toHaveText('Upload failed');
    network.reply(UPLOAD, {
      status: 507,
      body: { error: 'Not enough storage.', code: 'storage_full' },
    });
    await uploadButton(page).click();
    await expect(alert).toHaveText('Not enough storage.');
    network.disturb(UPLOAD, 'broken');
    await uploadButton(page).click();
    await expect(alert).toHaveText('Unknown error');
    await expect(uploadButton(page)).toBeEnabled();
    await expectFault(pageFaults, /\/api\/admin\/docs/);
  });

  test(`[DOC-01, DOC-06, DOC-07] at ${size.width} files dropped together are sent one after the other, each with its own line`, async ({
    page,
    network,
    pageFaults,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/admin/docs');
    const form = formOf(page);
    const run = randomUUID().slice(0, 8);
    const names = ['one', 'two', 'three'].map((name) => `${name} ${run}.txt`);
    const [one = '', two = '', three = ''] = names;
    const lineOf = (name: string) => form.getByRole('listitem').filter({ hasText: name });
    await page.request.post('/api/admin/docs/upload', {
      multipart: { file: { ...textFile(two), buffer: Buffer.from(`Text of ${two}.`) } },
    });

    await drop(page, [...names, 'picture.png']);
    await expect(form).toContainText('3 files');
    await expect(form.getByRole('alert')).toHaveText(
      'Only .pdf, .docx and .txt files are accepted.',
    );
    await expectAccessible(page, 'several files chosen');
    const held = network.hold(UPLOAD);
    await uploadButton(page).click();
    await held.reached;
    await expect(lineOf(one)).not.toContainText('Waiting');
    await expect(lineOf(two)).toContainText('Waiting');
    await expect(lineOf(three)).toContainText('Waiting');
    await expect(uploadButton(page)).toHaveText('Uploading...');
    const heldAgain = network.hold(UPLOAD);
    held.release();
    await heldAgain.reached;
    await expect(lineOf(one)).toContainText('Uploaded');
    heldAgain.release();

    // What the server has already is refused by name and stays chosen; the rest is sent.
    await expect(form.getByRole('alert')).toHaveText(
      `${two}: This file has already been uploaded.`,
    );
    await expect(uploadButton(page)).toHaveText('Upload');
    await expect(form).toContainText(two);
    await expect(form).not.toContainText(three);
    for (const name of names) {
      await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
    }
    await expect(uploadButton(page)).toBeFocused();
    await expect(form.locator('[aria-live]')).toHaveText('2 files uploaded');
    // Those three, and the one before them.
    expect(network.calls.filter((call) => call === UPLOAD)).toHaveLength(4);
    await expectFault(pageFaults, /\/api\/admin\/docs/);
  });
}
