import type { Walk } from './walk.ts';

const COUNTS = ['GET /api/admin/docs/count', 'GET /api/admin/sites/count'];

/** The console's first page and its placeholder for users. */
export async function walkThroughDashboard({ page, visitor, calls, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'admin-dashboard', state, whole: true });
  await visitor.arriveAsAdmin();
  const proceed = COUNTS.map((call) => calls.hold(call));
  await page.goto('/admin');
  await page.getByText('...', { exact: true }).first().waitFor();
  await take('loading');
  proceed.forEach((goOn) => goOn());
  await page.getByText('...', { exact: true }).waitFor({ state: 'hidden' });
  await take('default');
  for (const call of COUNTS) calls.answer(call, { status: 500, body: {} });
  await page.goto('/admin');
  await page.getByText('...', { exact: true }).waitFor({ state: 'hidden' });
  await take('failed');
  await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await camera.take({ page: 'admin-users', state: 'default', whole: true });
}
