import { PAGE_LIST, SITE_LIST } from '../support/sample-rows.ts';
import { keepMoments } from './keep-moments.ts';
import type { Walk } from './walk.ts';

const LIST = 'GET /api/admin/sites';
const ADD = 'POST /api/admin/sites';
const SCRAPE = 'POST /api/admin/sites/:id/scrape';
const REPORT = 'GET /api/admin/sites/:id/pages';
const DELETE = 'DELETE /api/admin/sites/:id';

/** The trusted sites with every status, edit, question and message. */
export async function walkThroughSites(walk: Walk): Promise<void> {
  await walk.visitor.arriveAsAdmin();
  await lists(walk);
  await add(walk);
  await rows(walk);
}

const takeOf =
  ({ camera }: Walk) =>
  (state: string) =>
    camera.take({ page: 'admin-sites', state, whole: true });

async function lists(walk: Walk): Promise<void> {
  const { page, network } = walk;
  const take = takeOf(walk);
  const proceed = network.hold(LIST);
  await page.goto('/admin/sites');
  await page.getByRole('region', { name: 'Trusted sites' }).getByText('Loading...').waitFor();
  await take('loading');
  proceed.release();
  await page.getByText('No sites to display.').waitFor();
  await take('empty');
  network.reply(LIST, { body: SITE_LIST });
  await page.goto('/admin/sites');
  await page.getByRole('row').nth(1).waitFor();
  await take('default');
}

async function add(walk: Walk): Promise<void> {
  const { page, network } = walk;
  const take = takeOf(walk);
  await keepMoments(page);
  const fillIn = async () => {
    await page.getByLabel('Site URL').fill('https://new.example/guide');
    await page.getByLabel('Tags (comma separated)').fill('recruiting, guide');
    await page.getByRole('button', { name: 'Add Site' }).click();
  };
  network.reply(ADD, { status: 500, body: {} });
  await fillIn();
  await page.getByText('Failed to add site').waitFor();
  await take('error');
  network.reply(ADD, { status: 200, body: { site: SITE_LIST.sites[3] } });
  await fillIn();
  await page.getByText('Site added successfully!').waitFor();
  await take('success');
  network.hold(ADD);
  await fillIn();
  await page.getByRole('button', { name: 'Adding...' }).waitFor();
  await take('adding');
  network.free(ADD);
  await page.goto('/admin/sites');
  await page.getByRole('row').nth(1).waitFor();
  await page.getByLabel('Site URL').fill('http://192.168.0.1/');
  await page.getByRole('button', { name: 'Add Site' }).click();
  await page.getByRole('alert').waitFor();
  await take('refused');
}

async function rows(walk: Walk): Promise<void> {
  const { page, network } = walk;
  const take = takeOf(walk);
  const row = page.getByRole('row').filter({ hasText: 'njcaa.example' });
  network.reply(REPORT, { body: PAGE_LIST });
  await page.goto('/admin/sites');
  const report = page.getByRole('button', { name: /^Page report/ }).first();
  await report.click();
  await page.getByText('3 kept, 4 skipped').waitFor();
  await take('page-report');
  await report.click();
  await row.getByRole('button', { name: 'Edit' }).click();
  await take('editing');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take('confirm-delete');
  network.hold(DELETE);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Deleting...' }).waitFor();
  await take('deleting');
  network.hold(SCRAPE);
  await page.goto('/admin/sites');
  await row.getByRole('button', { name: 'Scrape' }).click();
  await row.getByRole('button', { name: 'Scraping...' }).waitFor();
  await take('scraping');
}
