import { keepMoments } from './keep-moments.ts';
import type { Walk } from './walk.ts';

const LIST = 'GET /api/admin/sites';
const ADD = 'POST /api/admin/sites';
const SCRAPE = 'POST /api/admin/sites/:id/scrape';
const DELETE = 'DELETE /api/admin/sites/:id';

const SITES = ['ready', 'scraping', 'error', 'pending'].map((status, index) => ({
  id: `0000000${index}-0000-4000-8000-000000000000`,
  url: `https://${status}.example/recruiting/guide`,
  tags: ['recruiting', 'guide'],
  status,
  last_scraped: status === 'ready' ? '2026-03-01T03:00:00Z' : null,
  ...(status === 'error' && { reason: 'excluded by robots.txt' }),
  ...(status === 'scraping' && { progress: { done: 3, found: 12 } }),
}));

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
  const { page, calls } = walk;
  const take = takeOf(walk);
  const proceed = calls.hold(LIST);
  await page.goto('/admin/sites');
  await page.getByText('Loading...').waitFor();
  await take('loading');
  proceed();
  await page.getByText('No sites to display.').waitFor();
  await take('empty');
  calls.answer(LIST, { body: { sites: SITES } });
  await page.goto('/admin/sites');
  await page.getByRole('row').nth(1).waitFor();
  await take('default');
}

async function add(walk: Walk): Promise<void> {
  const { page, calls } = walk;
  const take = takeOf(walk);
  await keepMoments(page);
  const fillIn = async () => {
    await page.getByLabel('Site URL').fill('https://new.example/guide');
    await page.getByLabel('Tags (comma separated)').fill('recruiting, guide');
    await page.getByRole('button', { name: 'Add Site' }).click();
  };
  calls.answer(ADD, { status: 500, body: {} });
  await fillIn();
  await page.getByText('Failed to add site').waitFor();
  await take('error');
  calls.answer(ADD, { status: 200, body: { site: SITES[3] } });
  await fillIn();
  await page.getByText('Site added successfully!').waitFor();
  await take('success');
  calls.hold(ADD);
  await fillIn();
  await page.getByRole('button', { name: 'Adding...' }).waitFor();
  await take('adding');
}

async function rows(walk: Walk): Promise<void> {
  const { page, calls } = walk;
  const take = takeOf(walk);
  const row = page.getByRole('row').filter({ hasText: 'pending.example' });
  await page.goto('/admin/sites');
  await row.getByRole('button', { name: 'Edit' }).click();
  await take('editing');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take('confirm-delete');
  calls.hold(DELETE);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: 'Deleting...' }).waitFor();
  await take('deleting');
  calls.hold(SCRAPE);
  await page.goto('/admin/sites');
  await row.getByRole('button', { name: 'Scrape' }).click();
  await row.getByRole('button', { name: 'Scraping...' }).waitFor();
  await take('scraping');
}
