import { DOCUMENT_LIST } from '../support/sample-rows.ts';
import type { Walk } from './walk.ts';

const LIST = 'GET /api/admin/docs';
const UPLOAD = 'POST /api/admin/docs/upload';
const SAVE_TAGS = 'PATCH /api/admin/docs/:id/tags';
const DELETE = 'DELETE /api/admin/docs/:id';
const FILE = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes.') };
const SEVERAL = ['Handbook of our school.pdf', 'Dates of the season.docx', 'Camps in July.txt'];

/** The documents with their form, their tags and every failure. */
export async function walkThroughDocuments(walk: Walk): Promise<void> {
  await walk.visitor.arriveAsAdmin();
  await lists(walk);
  await upload(walk);
  await rows(walk);
  await whatWasRead(walk);
  await original(walk);
}

const takeOf =
  ({ camera }: Walk) =>
  (state: string) =>
    camera.take({ page: 'admin-docs', state, whole: true });

async function lists(walk: Walk): Promise<void> {
  const { page, network } = walk;
  const take = takeOf(walk);
  const proceed = network.hold(LIST);
  await page.goto('/admin/docs');
  await page.getByText('Loading documents...').waitFor();
  await take('loading');
  proceed.release();
  network.reply(LIST, { status: 500, body: {} });
  await page.goto('/admin/docs');
  await page.getByText('Failed to fetch documents').waitFor();
  await take('list-error');
  network.reply(LIST, { body: { documents: [] } });
  await page.goto('/admin/docs');
  await page.getByText('No documents yet.').waitFor();
  await take('empty');
  network.reply(LIST, { body: DOCUMENT_LIST });
  await page.goto('/admin/docs');
  await page.getByRole('row').nth(1).waitFor();
  await take('every-status');
  network.free(LIST);
  await page.goto('/admin/docs');
  await page.getByRole('row').nth(1).waitFor();
  await take('default');
}

async function upload(walk: Walk): Promise<void> {
  const { page, network } = walk;
  const take = takeOf(walk);
  const send = page.getByRole('button', { name: 'Upload', exact: true });
  await send.click();
  await page.getByRole('alert').waitFor();
  await take('upload-none');
  await page.locator('input[type="file"]').setInputFiles(FILE);
  await take('file-chosen');
  network.hold(UPLOAD);
  await send.click();
  await page.getByRole('button', { name: 'Uploading...' }).waitFor();
  await take('uploading');
  network.reply(UPLOAD, { status: 500, body: {} });
  await page.goto('/admin/docs');
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('input[type="file"]').setInputFiles(FILE);
  await send.click();
  await page.getByText('Upload failed').waitFor();
  await take('upload-error');
  await page.goto('/admin/docs');
  await page.getByRole('row').nth(1).waitFor();
  await drop(walk, SEVERAL);
  network.hold(UPLOAD);
  await send.click();
  await page.getByText('Waiting').first().waitFor();
  await take('uploading-several');
}

/** Drops files on the form, which takes several at once only so. */
async function drop({ page }: Walk, names: readonly string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((wanted) => {
    const data = new DataTransfer();
    for (const name of wanted) data.items.add(new File([`Text of ${name}.`], name));
    return data;
  }, names);
  const zone = page.getByRole('form', { name: 'Upload a document' }).locator('> div').first();
  await zone.dispatchEvent('drop', { dataTransfer });
}

async function rows(walk: Walk): Promise<void> {
  const { page, network } = walk;
  const take = takeOf(walk);
  await page.goto('/admin/docs');
  const row = page.getByRole('row').nth(1);
  await row.getByRole('button', { name: 'Edit Tags' }).click();
  await row.getByPlaceholder('Add tag').fill('eligibility');
  await take('tag-editor');
  network.hold(SAVE_TAGS);
  await row.getByRole('button', { name: 'Save' }).click();
  await row.getByRole('button', { name: 'Saving...' }).waitFor();
  await take('tag-saving');
  network.reply(SAVE_TAGS, { status: 500, body: {} });
  await page.goto('/admin/docs');
  await row.getByRole('button', { name: 'Edit Tags' }).click();
  await row.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Failed to update tags').waitFor();
  await take('tag-error');
  await page.goto('/admin/docs');
  network.reply(DELETE, { status: 500, body: {} });
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Delete failed').waitFor();
  await take('delete-error');
  network.hold(DELETE);
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Deleting...' }).waitFor();
  await take('deleting');
  network.free(DELETE);
  await page.goto('/admin/docs');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: /^Undo/ }).waitFor();
  await take('deleted');
  await page.getByText('Recently deleted').click();
  await page.getByRole('listitem').filter({ hasText: 'Deleted' }).first().waitFor();
  await take('recently-deleted');
  const erase = page.getByRole('button', { name: /^Erase for good/ });
  await erase.first().click();
  await page.getByRole('alertdialog').waitFor();
  await take('erase-confirm');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('button', { name: /^Undo/ }).waitFor({ state: 'detached' });
}

async function whatWasRead({ page, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'admin-docs', state });
  await page.goto('/admin/docs');
  const name = '06-visits-camps-and-showcases.md';
  await page.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog');
  const first = drawer.getByRole('article').first();
  await drawer.getByText(/^Outline/).click();
  await first.waitFor();
  await take('what-was-read');
  await drawer.getByText(/^Outline/).click();
  await first.getByRole('button', { name: 'Keep out of answers' }).click();
  await first.getByRole('textbox').fill('Superseded by the rules of August.');
  await take('hiding');
  await first.getByRole('button', { name: 'Keep out', exact: true }).click();
  const again = first.getByRole('button', { name: 'Use in answers again' });
  await again.waitFor();
  await drawer.getByText('Kept out of answers (1)').click();
  await take('hidden');
  await again.click();
  await again.waitFor({ state: 'detached' });
}

/** What the reader of an answer opens of a document that was uploaded. */
async function original({ page, visitor, camera }: Walk): Promise<void> {
  const buffer = Buffer.from(
    'CLUB\n\nThe zephyr lantern club meets on Monday evening. Bring a lamp.',
  );
  await page.request.post('/api/admin/docs/upload', {
    multipart: { file: { name: 'zephyr club.txt', mimeType: 'text/plain', buffer } },
  });
  await page.goto('/admin/docs');
  await page.getByRole('row').filter({ hasText: 'zephyr club' }).getByText('Ready').waitFor();
  await page.goto('/chat');
  await visitor.ask('When does the zephyr lantern club meet?');
  await page.getByRole('button', { name: 'Source 1: zephyr club' }).first().click();
  await page.getByRole('button', { name: 'Open the original' }).first().click();
  await page.locator('article[aria-current]').waitFor();
  await camera.take({ page: 'chat', state: 'original' });
}
