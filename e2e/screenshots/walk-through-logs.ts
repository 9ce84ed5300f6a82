import { LOGS } from '../support/sample-rows.ts';
import type { Walk } from './walk.ts';

const LIST = 'GET /api/admin/logs';

/** The logs of what was asked before, whole, filtered, opened, missing. */
export async function walkThroughLogs({ page, visitor, network, camera }: Walk): Promise<void> {
  const take = (state: string) => camera.take({ page: 'admin-logs', state, whole: true });
  await visitor.arriveAsAdmin();
  const proceed = network.hold(LIST);
  await page.goto('/admin/logs');
  await page.getByText('Loading logs...').waitFor();
  await take('loading');
  proceed.release();
  await page.getByRole('row').nth(1).waitFor();
  await take('default');
  await page.getByText('Coverage', { exact: true }).click();
  await page.getByRole('heading', { name: 'Sources never used' }).waitFor();
  await take('coverage');
  await page.getByRole('button', { name: /^Needs Improvement/ }).click();
  await take('filtered');
  await page.getByRole('table').locator('tbody tr').first().getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('figure').first().waitFor();
  await camera.take({ page: 'admin-logs', state: 'opened' });
  await page.keyboard.press('Escape');
  network.reply(LIST, { body: { logs: LOGS } });
  await page.goto('/admin/logs');
  await page.getByText(/^Line 1 of the answer/).waitFor();
  await take('every-kind');
  await page.goto('/admin/logs?start=2026-03-09&end=2026-03-01');
  await page.getByRole('alert').waitFor();
  await take('reversed-dates');
  network.reply(LIST, { status: 500, body: {} });
  await page.goto('/admin/logs');
  await page.getByText('Failed to fetch logs').waitFor();
  await take('error');
  network.reply(LIST, { body: { logs: [] } });
  await page.goto('/admin/logs');
  await page.getByText('No conversations yet.').waitFor();
  await take('empty');
}
