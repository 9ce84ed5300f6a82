import { createVisitor } from '../support/visitor.ts';
import type { Walk } from './walk.ts';

const SITE = 'https://recruiting.example/guide';

/** Every admin page, after a visitor was there. */
export async function walkAsAdmin(walk: Walk): Promise<void> {
  await createVisitor(walk.page, walk.product).arriveAsAdmin();
  await dashboardAndUsers(walk);
  await documents(walk);
  await sites(walk);
  await logs(walk);
}

async function open({ page }: Walk, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText(/^Loading/).waitFor({ state: 'hidden' });
}

async function dashboardAndUsers(walk: Walk): Promise<void> {
  await open(walk, '/admin');
  await walk.page.waitForLoadState('networkidle');
  await walk.camera.take({ page: 'admin-dashboard', state: 'default', whole: true });
  await open(walk, '/admin/users');
  await walk.camera.take({ page: 'admin-users', state: 'default', whole: true });
}

async function documents(walk: Walk): Promise<void> {
  const { page, camera } = walk;
  await open(walk, '/admin/docs');
  await page.getByRole('row').nth(1).waitFor();
  await camera.take({ page: 'admin-docs', state: 'default', whole: true });
  const row = page.getByRole('row').nth(1);
  await row.getByRole('button', { name: 'Edit Tags' }).click();
  await row.getByPlaceholder('Add tag').fill('eligibility');
  await camera.take({ page: 'admin-docs', state: 'tag-editor', whole: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await camera.take({ page: 'admin-docs', state: 'upload-error', whole: true });
}

async function sites(walk: Walk): Promise<void> {
  const { page, camera } = walk;
  await open(walk, '/admin/sites');
  await page.getByText('No sites to display.').waitFor();
  await camera.take({ page: 'admin-sites', state: 'empty', whole: true });
  await page.getByLabel('Site URL').fill(SITE);
  await page.getByLabel('Tags (comma separated)').fill('recruiting, guide');
  await page.getByRole('button', { name: 'Add Site' }).click();
  const row = page.getByRole('row').filter({ hasText: SITE });
  await row.waitFor();
  await camera.take({ page: 'admin-sites', state: 'default', whole: true });
  await row.getByRole('button', { name: 'Edit' }).click();
  await camera.take({ page: 'admin-sites', state: 'editing', whole: true });
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Delete' }).click();
  await camera.take({ page: 'admin-sites', state: 'confirm-delete', whole: true });
  await page.keyboard.press('Escape');
}

async function logs(walk: Walk): Promise<void> {
  const { page, camera } = walk;
  await open(walk, '/admin/logs');
  await page.getByRole('row').nth(1).waitFor();
  await camera.take({ page: 'admin-logs', state: 'default', whole: true });
  await page.getByRole('button', { name: /^Needs Improvement/ }).click();
  await camera.take({ page: 'admin-logs', state: 'filtered', whole: true });
}
